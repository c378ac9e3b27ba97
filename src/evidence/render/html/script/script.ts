import { GUARDS } from './guards.ts';
import { HELPERS } from './helpers.ts';
import { LIST } from './list.ts';
import { TRIO } from './trio.ts';

/**
 * The script of the report. It reads the data block and builds the page with `textContent` alone, so no text of a record can become
 * markup; the content security policy allows this script by its hash and no other. Plain JavaScript in strings: it is never compiled, so
 * no build step can change its bytes.
 */
export const SCRIPT = `'use strict';
(function () {
${HELPERS}${TRIO}${GUARDS}${LIST}})();
`;
