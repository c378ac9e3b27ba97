import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What Node writes of a process that ran with NODE_V8_COVERAGE, as far as it is read here. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

/**
 * Rewrites a built CommonJS file so that V8 compiles, as it loads the file, the functions that running it with these arguments calls. V8 reads
 * any other function twice, to skip it and to compile it at its first call; one that stands in parentheses it compiles at once.
 */
export function compileEagerly(file: string, args: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  const called = calledBy(file, args).filter(({ name, start }) => text.startsWith(`\nfunction ${name}(`, start - 1));
  let rest = '';
  let from = 0;
  for (const { start, end } of called) {
    rest += text.slice(from, start);
    from = end;
  }
  rest += text.slice(from);
  const eager = called.map(({ name, start, end }) => `const ${name} = (${text.slice(start, end)});\n`);
  // At the top, as declarations of functions are known in the whole file.
  const top = rest.startsWith('#!') ? rest.indexOf('\n') + 1 : 0;
  writeFileSync(file, rest.slice(0, top) + eager.join('') + rest.slice(top));
}

/** The functions of the file that were called, in the order of the file. */
function calledBy(
  file: string,
  args: readonly string[],
): readonly { readonly name: string; readonly start: number; readonly end: number }[] {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
  execFileSync(process.execPath, [file, ...args], {
    env: { ...process.env, NODE_V8_COVERAGE: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [report] = readdirSync(folder);
  const { result } = JSON.parse(readFileSync(join(folder, report!), 'utf8')) as Coverage;
  rmSync(folder, { recursive: true });
  const { functions } = result.find(({ url }) => url === pathToFileURL(file).href)!;
  return functions
    .filter(({ ranges }) => ranges[0]!.count > 0)
    .map(({ functionName, ranges }) => ({
      name: functionName,
      start: ranges[0]!.startOffset,
      end: ranges[0]!.endOffset,
    }))
    .sort((a, b) => a.start - b.start);
}
