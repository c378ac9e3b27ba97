import { expect, test } from 'vitest';
import { sourceText } from '../diagnostics/source-text.ts';
import { compilerPlace } from './compiler-place.ts';

const source = sourceText('models/mail.ts', `${'\n'.repeat(6)}export default defineModel({{\n`);

// Each as the compiler wrote it of this text; the folder is made up.
test.each([
  ['Oxc', 'Transform failed with 1 error:\n\n[PARSE_ERROR] Unexpected token\n   ╭─[ models/mail.ts:7:29 ]\n'],
  ['esbuild', 'Transform failed with 1 error:\n/home/a/models/mail.ts:7:28: ERROR: Expected identifier but found "{"'],
  ['Babel', 'SyntaxError: /home/a/models/mail.ts: Unexpected token (7:28)\n\n  5 |\n'],
  ['SWC', '\u001b[31m  × Expression expected\u001b[0m\n   ╭─[/home/a/models/mail.ts:7:29]\n'],
  [
    'TypeScript',
    '\u001b[96mmodels/mail.ts\u001b[0m:\u001b[93m7\u001b[0m:\u001b[93m29\u001b[0m - error TS1003: Identifier expected.',
  ],
])('the place that %s tells is that of the model', (_compiler, message) => {
  expect(compilerPlace(message, source)).toEqual({ file: 'models/mail.ts', start: { line: 7, column: 29 } });
});

test.each([
  ['another file', 'models/other-mail.ts:7:29: unexpected'],
  ['a line that the file does not have', 'mail.ts:70:29'],
  ['no place', 'Unexpected token'],
])('%s is no place of the model', (_what, message) => {
  expect(compilerPlace(message, source)).toBeNull();
});
