import {
  type Diagnostic,
  fail,
  failAll,
  failEach,
  isNonEmpty,
  ok,
  type Result,
  type Span,
} from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/printable.ts';
import { type SourceText, sourceText } from '../diagnostics/source-text.ts';
import { sourceName } from '../evidence/render/source-name.ts';
import { checkShape } from '../yaml/check-shape.ts';
import { parseYaml, type YamlPath } from '../yaml/parse-yaml.ts';
import { declaresBindings, expandBindings } from './bindings/expand-bindings.ts';
import { bindingsDocument } from './bindings/schema.ts';
import { readNegativeControl } from './read-negative-control.ts';
import { doTheSame, readSources } from './read-sources.ts';
import { namedList, projectPath, type Reader, report, type ScenarioErrorCode } from './scenario-reader.ts';
import { type TrioDocument, trioDocument } from './schema.ts';
import { isRecording, type Leg, type LegName, type LegSource, type ModelRef, sourcesOf, type Trio } from './trio.ts';

/** The trios of one YAML file. */
export interface ScenarioFile {
  /** Relative to the project root. */
  readonly file: string;
  readonly trios: readonly Trio[];
}

// Far more than people write; a runner reads every scenario file before its first test.
const MAX_CHARACTERS = 1_000_000;

/** {@link loadScenarioFile} from the text of a file, and the path that errors and the paths in it go by. */
export const readScenarioFile = (text: string, { file }: { readonly file: string }): Result<ScenarioFile> =>
  loadScenarioFile(sourceText(file.replaceAll('\\', '/'), text));

/** How the parts of a trio are written, for whoever left one out or gave it another shape. */
const EXAMPLES: readonly (readonly [part: string, example: string])[] = [
  ['model', 'model: { spec: ../models/shop.ts }'],
  ['attack', 'attack: { steps: [{ refund: { order: order-2 } }] }'],
  [
    'control',
    'control: { steps: [{ approve: { order: order-1 } }, { refund: { order: order-1 } }], reaches: refunded }',
  ],
  ['negative-control', 'negative-control: { weaken: GUARD }, and `npx tracefold guards MODEL` lists the guards'],
];

function withExamples<T>(shape: Result<T>): Result<T> {
  if (shape.ok) return shape;
  return failEach(shape.errors, (error): Diagnostic => {
    if (error.hint !== undefined || !/^shape\/(?:missing-key|wrong-type)$/.test(error.code)) return error;
    const example = EXAMPLES.find(([part]) => error.message.startsWith(`"${part}" is `))?.[1];
    return example === undefined ? error : { ...error, hint: example };
  });
}

/**
 * The trios of a scenario file (design section 5): shape, places, paths, and what can be known without the model. `source.file` is
 * relative to the project root, with forward slashes.
 */
export function loadScenarioFile(source: SourceText): Result<ScenarioFile> {
  if (source.text.length > MAX_CHARACTERS) {
    return fail({
      code: 'scenario/too-large' satisfies ScenarioErrorCode,
      message: `the file has ${source.text.length} characters`,
      at: { file: source.file, start: { line: 1, column: 1 } },
      expected: `at most ${MAX_CHARACTERS} in a scenario file`,
      hint: 'a long run stands in a file of its own, "trace: runs/long.jsonl"; many trios in several files',
    });
  }
  const documents = parseYaml(source);
  if (!documents.ok) return documents;
  if (documents.value.length === 0) {
    return fail({
      code: 'scenario/empty' satisfies ScenarioErrorCode,
      message: 'the file holds no trio',
      at: source.span(0),
      lineText: source.line(1),
      expected: 'at least one YAML document that begins with "trio:"',
    });
  }
  const errors: Diagnostic[] = [];
  const trios: Trio[] = [];
  const first = new Map<string, Span>();
  for (const document of documents.value) {
    const reader: Reader = { document, errors };
    const declared = declaresBindings(document);
    const read = declared ? readBindings(reader) : readDocument(reader);
    for (const trio of read) {
      const at = declared ? trio.at : document.spanOfKey(['trio']);
      const refuse = (code: ScenarioErrorCode, rest: Omit<Diagnostic, 'code' | 'at' | 'lineText'>) =>
        errors.push({ code, at, lineText: source.line(at.start.line), ...rest });
      if (printable(trio.id) !== trio.id || trio.id.trim() !== trio.id) {
        refuse('scenario/unreadable-id', {
          message: `the name "${trio.id}" holds what nobody can see`,
          expected: 'one line without control characters, and without spaces around it',
        });
      }
      const name = trio.id.normalize('NFC');
      const before = first.get(name);
      if (before !== undefined) {
        const message = `two trios are called "${trio.id}"`;
        refuse('scenario/duplicate-id', { message, related: [{ message: 'first here', at: before }] });
      }
      first.set(name, before ?? trio.at);
      trios.push(trio);
    }
  }
  return isNonEmpty(errors) ? failAll(errors) : ok({ file: source.file, trios });
}

/** Every file that a trio reads, relative to the project root: for watching and for caches. */
export function filesOf(trio: Trio): readonly string[] {
  const files = trio.models.flatMap((model) =>
    isShipped(model.spec)
      ? []
      : [
          model.spec,
          ...(model.config === null ? [] : [model.config]),
          ...(model.mapping === null ? [] : [model.mapping]),
        ],
  );
  for (const source of sourcesOf(trio)) if (source.kind === 'trace') files.push(source.file);
  return [...new Set(files)];
}

/** Whether a `spec` names a model that the package ships. */
export function isShipped(spec: string): boolean {
  return spec.startsWith('eio:') || spec.startsWith('monitor:');
}

function readDocument(reader: Reader): readonly Trio[] {
  const shape = withExamples(checkShape(reader.document, trioDocument));
  if (shape.ok) return [readTrio(reader, shape.value)];
  reader.errors.push(...shape.errors);
  return [];
}

function readBindings(reader: Reader): readonly Trio[] {
  const { document } = reader;
  const shape = checkShape(document, bindingsDocument);
  if (!shape.ok) {
    reader.errors.push(...shape.errors);
    return [];
  }
  const { value } = shape;
  return expandBindings(document, value, readModel(reader, ['model'], value.model), {
    reaches: namedList(document, ['reaches'], value.reaches) ?? [],
    forbidden: namedList(document, ['forbidden'], value.forbidden),
  });
}

function readTrio(reader: Reader, value: TrioDocument): Trio {
  const { document } = reader;
  const legOf = (name: LegName): Leg => ({
    at: document.spanOfKey([name]),
    sources: readSources(reader, [name], value[name]),
  });
  const attack = legOf('attack');
  const control = {
    ...legOf('control'),
    reaches: namedList(document, ['control', 'reaches'], value.control.reaches) ?? [],
  };
  if (doTheSame(attack.sources, control.sources)) {
    report(reader, 'scenario/control-equals-attack', ['control'], {
      message: 'the control does the same as the attack, so it cannot show that legitimate work still gets done',
      hint: 'let the control do what a legitimate user would',
    });
  }
  checkCoverage(reader, attack, control);
  const models = Array.isArray(value.model) ? value.model : [value.model];
  return {
    id: value.trio,
    claim: value.claim,
    file: document.source.file,
    source: document.source,
    at: document.spanOf(['trio']),
    models: models.map((model, index) =>
      readModel(reader, Array.isArray(value.model) ? ['model', index] : ['model'], model),
    ),
    forbidden: namedList(document, ['forbidden'], value.forbidden),
    attack,
    control,
    negativeControl: readNegativeControl(reader, value['negative-control'], attack.sources),
  };
}

/** Where several sources are to agree, each of them has to show that legitimate work still gets done, and each that the attack is stopped. */
function checkCoverage(reader: Reader, attack: Leg, control: Leg): void {
  if (attack.sources.length === 1 && control.sources.length === 1) return;
  const roleOf = (source: LegSource): 'steps' | 'trace' | 'agent' => (isRecording(source) ? 'trace' : source.kind);
  const missing = (from: Leg, to: Leg): LegSource | undefined =>
    from.sources.find((source) => !to.sources.some((other) => roleOf(other) === roleOf(source)));
  const [open, unopposed] = [missing(attack, control), missing(control, attack)];
  if (open !== undefined) {
    report(reader, 'scenario/leg-source', ['control'], {
      message: `the attack has "${open.kind}" and the control has none, so nothing shows that ${sourceName(open.kind)} still does legitimate work`,
      expected: `"${roleOf(open)}" in the control too`,
    });
  }
  if (unopposed !== undefined) {
    report(reader, 'scenario/leg-source', ['attack'], {
      message: `the control has "${unopposed.kind}" and the attack has none, so nothing shows that ${sourceName(unopposed.kind)} stops it`,
      expected: `"${roleOf(unopposed)}" in the attack too`,
    });
  }
}

function readModel(
  reader: Reader,
  path: YamlPath,
  value: Exclude<TrioDocument['model'], readonly unknown[]>,
): ModelRef {
  const { document } = reader;
  const shipped = isShipped(value.spec);
  const spec = shipped ? value.spec : projectPath(reader, [...path, 'spec'], value.spec);
  const file = (key: 'config' | 'mapping', fallback: string): string | null => {
    const given = value[key];
    if (given !== undefined) return projectPath(reader, [...path, key], given);
    return shipped || !spec.endsWith('.tla') ? null : spec.replace(/\.tla$/, fallback);
  };
  const at = (key: 'config' | 'mapping' | 'constants') =>
    document.spanOf([...path, value[key] === undefined ? 'spec' : key]);
  return {
    spec,
    config: file('config', '.cfg'),
    mapping: file('mapping', '.mapping.yaml'),
    constants: value.constants ?? {},
    configAt: at('config'),
    mappingAt: at('mapping'),
    constantsAt: at('constants'),
    predicates: namedList(document, [...path, 'predicates'], value.predicates),
    at: document.spanOf([...path, 'spec']),
  };
}
