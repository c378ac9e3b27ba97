import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ok } from '../../diagnostics/diagnostic.ts';
import type { Command, ExitCode } from '../command.ts';
import { runCommand } from '../run-command.ts';

export interface CliRun {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** A folder with these files (`-` is standard input), in which commands are run; `dispose` removes it. */
export function cliFolder(files: { readonly [path: string]: string | Uint8Array }) {
  const cwd = mkdtempSync(join(tmpdir(), 'tracefold-cli-'));
  for (const [path, content] of Object.entries(files)) {
    if (path === '-') continue;
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  }
  return {
    cwd,
    async run(commands: readonly Command[], ...args: string[]): Promise<CliRun> {
      const out: string[] = [];
      const err: string[] = [];
      const code = await runCommand(commands, 'test', args, {
        cwd,
        stdin: async () => ok(Buffer.from(files['-'] ?? '')),
        out: (text) => void out.push(text),
        err: (text) => void err.push(text),
        progress: false,
        colour: false,
      });
      return { code, out: out.join('\n'), err: err.join('\n') };
    },
    dispose: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
