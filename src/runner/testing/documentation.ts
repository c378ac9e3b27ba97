import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A fenced example of a page, and how it is held to the truth. */
export interface Example {
  /** Page, relative to the repository. */
  readonly page: string;
  /** Line of the opening fence. */
  readonly line: number;
  readonly text: string;
  readonly check: Check;
}

/** What the comment above a fence says: `<!-- example: … -->`. */
export type Check =
  /** The content of a file of the reader's project. */
  | { readonly kind: 'file'; readonly path: string }
  /** What a command prints; a first line that begins with `$` repeats it. */
  | { readonly kind: 'output'; readonly command: string; readonly code: number; readonly corrected: boolean }
  /** One command a line; `# exit code N` behind it says how it ends, else 0. */
  | { readonly kind: 'commands' }
  /** A test file's body that runs. */
  | { readonly kind: 'test' }
  /** TypeScript that compiles where these names are declared, each with a type of the package or the usual one. */
  | { readonly kind: 'types'; readonly names: readonly string[] }
  /** A leg, or the negative control, of a trio on a model. */
  | { readonly kind: 'leg'; readonly model: string }
  | { readonly kind: 'negative control'; readonly model: string }
  /** A whole trio, and what comes of it. */
  | { readonly kind: 'trio'; readonly outcome: string }
  | { readonly kind: 'mapping'; readonly model: string }
  | { readonly kind: 'model' }
  | { readonly kind: 'trace' }
  | { readonly kind: 'mutation settings' }
  | { readonly kind: 'EIO module'; readonly path: string }
  | { readonly kind: 'not run'; readonly reason: string }
  /** No comment, or one that says nothing known. */
  | { readonly kind: 'unmarked'; readonly mark: string | null };

export const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** The pages whose examples are checked. */
export const PAGES: readonly string[] = [
  'README.md',
  ...['docs', 'docs/guide'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`),
  ),
];

/** Every fenced example of a page, in order. */
export function examplesOf(page: string): readonly Example[] {
  const lines = readFileSync(join(REPOSITORY, page), 'utf8').split('\n');
  const examples: Example[] = [];
  for (let start = 0; start < lines.length; start++) {
    if (!lines[start]!.startsWith('```')) continue;
    const end = lines.indexOf('```', start + 1);
    const mark = /^<!-- example: (.*) -->$/.exec(lines[start - 1] ?? '')?.[1] ?? null;
    const text = `${lines.slice(start + 1, end).join('\n')}\n`;
    examples.push({ page, line: start + 1, text, check: checkOf(mark) });
    start = end;
  }
  return examples;
}

export const allExamples = (): readonly Example[] => PAGES.flatMap(examplesOf);

/** The files that a page tells its reader to write, by path. */
export function filesOf(page: string): { readonly [path: string]: string } {
  const files = examplesOf(page).flatMap(({ check, text }) => (check.kind === 'file' ? [[check.path, text]] : []));
  return Object.fromEntries(files) as { [path: string]: string };
}

function checkOf(mark: string | null): Check {
  if (mark === 'commands' || mark === 'test' || mark === 'model' || mark === 'trace' || mark === 'mutation settings') {
    return { kind: mark };
  }
  const [, kind, rest = ''] =
    /^(file|trio,|output of|types|leg of|negative control of|mapping of|EIO module|not run:) ?(.*)$/.exec(mark ?? '') ??
    [];
  switch (kind) {
    case 'file':
      return { kind, path: rest };
    case 'trio,':
      return { kind: 'trio', outcome: rest };
    case 'output of': {
      const [, command = '', after = ''] = /^(.*?)(, after the correction)?(?:, exit \d)?$/.exec(rest) ?? [];
      return { kind: 'output', command, code: Number(/, exit (\d)$/.exec(rest)?.[1] ?? 0), corrected: after !== '' };
    }
    case 'types':
      return { kind, names: rest === '' ? [] : rest.replace(/^with /, '').split(', ') };
    case 'leg of':
      return { kind: 'leg', model: rest };
    case 'negative control of':
      return { kind: 'negative control', model: rest };
    case 'mapping of':
      return { kind: 'mapping', model: rest };
    case 'EIO module':
      return { kind, path: rest };
    case 'not run:':
      return rest === '' ? { kind: 'unmarked', mark } : { kind: 'not run', reason: rest };
    default:
      return { kind: 'unmarked', mark };
  }
}
