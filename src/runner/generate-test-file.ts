import type { Position } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/printable.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { filesOf, loadScenarioFile } from '../scenario/load-scenario.ts';
import { LEGS, type Trio } from '../scenario/trio.ts';
import { type ProjectReader, withExtendedModules } from './extended-modules.ts';
import { loadedToJson } from './loaded-json.ts';
import { type SourceMap, sourceMapByLine } from './source-map.ts';
import { keyOfLeg, placesOf } from './trio-places.ts';

export interface TestFileOptions {
  /** Scenario file, relative to the project root, with forward slashes. */
  readonly file: string;
  /** Absolute path of the project root. */
  readonly root: string;
  readonly text: string;
  /** What the source map names as its source. */
  readonly mapSource: string;
  /** Module to import `test` and `describe` from: `vitest` or `@jest/globals`. */
  readonly runner: string;
  /** Module to import {@link scenarioTests} from. */
  readonly runtime: string;
  readonly format: 'esm' | 'cjs';
  /** One test a leg, instead of one a document. */
  readonly legs: boolean;
  /** Name the files that are no modules in imports that never run, so that the runner's graph knows them. */
  readonly linkFiles: boolean;
  /** Looks at files of the project, to follow models to what they read beside themselves; null where nobody asks for the files. */
  readonly reader: ProjectReader | null;
}

export interface TestFile {
  readonly code: string;
  readonly map: SourceMap;
  /** Files that the trios read, relative to the project root. */
  readonly files: readonly string[];
}

/**
 * A scenario file as a test file for a runner. Each line of the code stands for one place of the YAML, so that the runner reports,
 * lists and filters by lines of the YAML. A file that does not load becomes a file that throws its diagnostics where they stand.
 */
export function generateTestFile(options: TestFileOptions): TestFile {
  const loaded = loadScenarioFile(sourceText(options.file, options.text));
  const named = loaded.ok ? loaded.value.trios.flatMap(filesOf) : [];
  const files = options.reader === null ? [...new Set(named)].sort() : withExtendedModules(named, options.reader);
  const first: Position = { line: 1, column: 1 };
  const lines: string[] = [];
  const places: Position[] = [];
  const emit = (code: string, place: Position): void => {
    lines.push(code);
    places.push(place);
  };
  for (const line of prelude(options, files, loadedToJson(loaded))) emit(line, first);
  if (loaded.ok) for (const [index, trio] of loaded.value.trios.entries()) emitTrio(emit, trio, index, options.legs);
  else emit('tracefold.invalid();', loaded.errors[0].at?.start ?? first);
  return {
    code: `${lines.join('\n')}\n`,
    map: sourceMapByLine(options.mapSource, options.text, places),
    files,
  };
}

function emitTrio(emit: (code: string, place: Position) => void, trio: Trio, index: number, legs: boolean): void {
  const start = trio.at.start;
  const places = placesOf(trio);
  // One call a line: the one for the place of the failure throws, so the runner's first stack frame is that place.
  const body = (call: string): void => {
    emit(`const at = await tracefold.${call};`, start);
    for (const place of places) emit(`at(${place.line}, ${place.column});`, place);
  };
  if (!legs) {
    // A rest parameter: Jest takes a function with a plain one for a test with a callback.
    emit(`test(${quoteName(nameOf(trio))}, async (...context) => {`, start);
    body(`trio(${index}, ...context)`);
    emit('});', start);
    return;
  }
  emit(`describe(${quoteName(nameOf(trio))}, () => {`, start);
  for (const leg of LEGS) {
    const key = keyOfLeg(trio, leg).start;
    emit(`test(${quote(leg)}, async (...context) => {`, key);
    body(`leg(${index}, ${quote(leg)}, ...context)`);
    emit('});', key);
  }
  emit('});', start);
}

function prelude(options: TestFileOptions, files: readonly string[], loaded: string): string[] {
  const { format, runner, runtime } = options;
  const load = (file: string) => {
    const specifier = quote(relativeSpecifier(options.file, file));
    return format === 'esm' ? `() => import(${specifier})` : `async () => require(${specifier})`;
  };
  const table = files.filter(isScript).map((file) => `[${quote(file)}, ${load(file)}]`);
  const links = options.linkFiles ? files.filter((file) => !isScript(file)).map(load) : [];
  return [
    format === 'esm'
      ? `import { describe, test } from ${quote(runner)};`
      : `const { describe, test } = require(${quote(runner)});`,
    format === 'esm'
      ? `import { scenarioTests } from ${quote(runtime)};`
      : `const { scenarioTests } = require(${quote(runtime)});`,
    `const tracefold = scenarioTests({ file: ${quote(options.file)}, root: ${quote(options.root)}, text: ${quote(options.text)}, loaded: ${quote(loaded)}, modules: new Map([${table.join(', ')}]) });`,
    ...(links.length === 0 ? [] : [`void [${links.join(', ')}];`]),
  ];
}

/** The test's name: the trio's id and its claim on one line. */
export function nameOf(trio: Trio): string {
  const claim = trio.claim.replace(/\s+/g, ' ').trim();
  return printable(claim === '' ? trio.id : `${trio.id}: ${claim}`);
}

const isScript = (file: string): boolean => /\.[cm]?[jt]s$/.test(file);

/** A string literal that no tool mistakes for code: transforms look for `import.meta`, `vi.mock` and the like by text. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[.`\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A name stays as it is where it can: `vitest list --static-parse` shows the text between the quotes. */
const quoteName = (name: string): string =>
  /\b(?:import|process|vi|vitest|jest)\./.test(name) ? quote(name) : JSON.stringify(name);

/** An import specifier that leads from one file of the project to another. */
export function relativeSpecifier(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  while (here.length > 0 && there.length > 1 && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  return [...(here.length === 0 ? ['.'] : here.map(() => '..')), ...there].join('/');
}
