import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** A project in a folder of its own, with the built package installed as a copy and everything else linked. */
export interface TempProject {
  readonly root: string;
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Runs a program of `node_modules/.bin` to its end. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished>;
  /** Starts one that goes on. */
  start(program: string, args: readonly string[]): Running;
  dispose(): void;
}

export interface Finished {
  readonly code: number | null;
  /** Standard output and error together, without colours, with `<root>` for the folder. */
  readonly output: string;
}

export interface Running {
  /** Resolves when the output since the last call matches; fails with the output if the program ends or time runs out. */
  until(pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
}

/** `dist` must have been built. */
export function tempProject(files: { readonly [path: string]: string }): TempProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tracefold-')));
  const modules = join(root, 'node_modules');
  mkdirSync(modules);
  const installed = join(REPOSITORY, 'node_modules');
  for (const name of readdirSync(installed)) {
    if (name !== '.vite' && name !== '.cache' && name !== '.package-lock.json') {
      symlinkSync(join(installed, name), join(modules, name));
    }
  }
  // A real folder, as npm would leave it: a link would lead out of `node_modules`.
  const own = join(modules, 'tracefold');
  mkdirSync(own);
  cpSync(join(REPOSITORY, 'dist'), join(own, 'dist'), { recursive: true });
  cpSync(join(REPOSITORY, 'package.json'), join(own, 'package.json'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const launch = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawn(join(modules, '.bin', program), args, {
      cwd: root,
      env: { ...withoutRunner(process.env), NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  const clean = (text: string): string => stripVTControlCharacters(text).replaceAll(root, '<root>');
  return {
    root,
    write,
    remove: (path) => rmSync(join(root, path)),
    run: (program, args, env) =>
      new Promise((done, failed) => {
        const child = launch(program, args, env);
        let output = '';
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (data) => {
            output += data;
          });
        }
        child.on('error', failed);
        child.on('close', (code) => done({ code, output: clean(output) }));
      }),
    start: (program, args) => {
      const child = launch(program, args);
      let output = '';
      let wake = (): void => {};
      let ended = false;
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data) => {
          output += data;
          wake();
        });
      }
      const closed = new Promise<void>((done) => {
        child.on('close', () => {
          ended = true;
          wake();
          done();
        });
      });
      return {
        until: (pattern) =>
          new Promise((done, failed) => {
            const timer = setTimeout(() => failed(new Error(`no ${pattern} in:\n${clean(output)}`)), 60_000);
            wake = () => {
              const text = clean(output);
              const match = pattern.exec(text);
              if (match === null && !ended) return;
              clearTimeout(timer);
              wake = () => {};
              if (match === null) return failed(new Error(`ended without ${pattern}:\n${text}`));
              output = text.slice(match.index + match[0].length);
              done(text.slice(0, match.index + match[0].length));
            };
            wake();
          }),
        stop: async () => {
          // The group: the runner has workers of its own.
          if (child.pid !== undefined && !ended) process.kill(-child.pid, 'SIGKILL');
          await closed;
        },
      };
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A runner inside a runner must not take over the outer one's variables. */
function withoutRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(?:VITEST|JEST|VITE_|NODE_ENV|TEST$|MODE$|DEV$|PROD$|SSR$|FORCE_COLOR|CI$|GITHUB_)/.test(name),
    ),
  );
}
