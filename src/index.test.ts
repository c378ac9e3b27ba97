import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const read = (file: string): string => readFileSync(join(here, file), 'utf8');

/** What an entry file exports again, by name, with the file that it comes from. */
function exportsOf(entry: string): readonly { readonly name: string; readonly from: string }[] {
  const text = read(entry);
  return [...text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, from]) =>
    names!
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name) => ({ name, from: join(dirname(entry), from!) })),
  );
}

const documented = (name: string, text: string): boolean =>
  new RegExp(`\\*/\\nexport (?:default |async )*(?:function\\*?|const|class|interface|type) ${name}\\b`).test(text);

test.each(['index.ts', 'runner/vitest.ts', 'runner/jest.ts'])('every public name of %s has a docstring', (entry) => {
  const all = exportsOf(entry);
  expect(all.length).toBeGreaterThan(3);
  expect(all.filter(({ name, from }) => !documented(name, read(from))).map(({ name }) => name)).toEqual([]);
});
