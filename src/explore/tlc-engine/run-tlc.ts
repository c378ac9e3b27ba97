import { spawn } from 'node:child_process';

/** How a child process ended, with what it wrote. */
export interface RunResult {
  readonly stdout: string;
  readonly code: number | null;
  readonly signal: string | null;
  /** Why the process could not be started or was stopped; null where it ended by itself. */
  readonly failure: 'not-found' | 'not-started' | 'timeout' | 'too-much-output' | null;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly maxMilliseconds?: number;
  /** Bytes of output after which the process is stopped; a counterexample or a chatty model can be endless. */
  readonly maxOutputBytes?: number;
  /** Ends the process at once when it is aborted. */
  readonly stopped?: AbortSignal;
}

const DEFAULT_OUTPUT = 256 * 1024 * 1024;

/** Runs a program without a shell, so no argument is ever interpreted. Never throws: what goes wrong is in the result. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let failure: RunResult['failure'] = null;
    const child = spawn(command, args, {
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    const stop = (why: RunResult['failure']): void => {
      failure ??= why;
      child.kill('SIGKILL');
    };
    const timer =
      options.maxMilliseconds === undefined ? undefined : setTimeout(() => stop('timeout'), options.maxMilliseconds);
    const collect = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > (options.maxOutputBytes ?? DEFAULT_OUTPUT)) stop('too-much-output');
      else chunks.push(chunk);
    };
    options.stopped?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      resolve({ stdout: '', code: null, signal: null, failure: error.code === 'ENOENT' ? 'not-found' : 'not-started' });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ stdout: Buffer.concat(chunks).toString('utf8'), code, signal, failure });
    });
  });
}
