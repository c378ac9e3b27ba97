/**
 * Compares what constant expressions come to with what TLC makes of them, all in one start of TLC.
 *
 *     npx tsx scripts/oracle/random-constants.ts --out FOLDER --jar PATH-OR-LAUNCHER [--count N] [--seed N] [--file EXPRESSIONS]
 *
 * Values are compared as TLC's `ToString` writes them, and an expression that one refuses is to be refused by the other. `--file` takes
 * expressions, one a line, instead of random ones. Exit 1 if there is a difference.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDiagnostic } from '../../src/diagnostics/format.ts';
import { sourceText } from '../../src/diagnostics/source-text.ts';
import { TracefoldError, unwrap } from '../../src/diagnostics/tracefold-error.ts';
import { run } from '../../src/explore/tlc-engine/run-tlc.ts';
import { tlcCommand } from '../../src/explore/tlc-engine/tlc-engine.ts';
import { parseConfiguration } from '../../src/tla/config/parse-configuration.ts';
import { loadSpec } from '../../src/tla/modules/load-spec.ts';
import { evaluate } from '../../src/tla/semantics/evaluation-error.ts';
import { createModel } from '../../src/tla/semantics/model.ts';
import { SemanticFailure } from '../../src/tla/semantics/semantic-error.ts';
import { numbers } from '../../src/tla/syntax/testing/mutate.ts';
import { CONSTANTS_PRELUDE, randomConstant } from '../../src/tla/testing/random-constants.ts';
import { textOf } from '../../src/tla/values/store.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    jar: { type: 'string' },
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string' },
  },
});
const { out, jar, file } = values;
if (out === undefined || jar === undefined) {
  process.stderr.write(
    'usage: random-constants.ts --out FOLDER --jar JAR [--count N] [--seed N] [--file EXPRESSIONS]\n',
  );
  process.exit(2);
}

const CONFIG = 'CONSTANT c1 = c1\n';

const random = numbers(Number(values.seed));
const expressions =
  file === undefined
    ? Array.from({ length: Number(values.count) }, () => randomConstant(random))
    : readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '');

const header = (name: string): string =>
  `---- MODULE ${name} ----\nEXTENDS Integers, Sequences, FiniteSets, Bags, TLC, TLCExt\nCONSTANT c1\n${CONSTANTS_PRELUDE}`;

/** A function or record is worked out, and takes its order, where it is compared. */
const toldBy = (text: string): string => `ToString(CHOOSE z \\in {(${text}), (${text})} : TRUE)`;

/** The text of each expression's value, or why it has none. */
function ours(): string[] {
  return expressions.map((text) => {
    const loaded = loadSpec(sourceText('Ours.tla', `${header('Ours')}E == ${toldBy(text)}\n====\n`), {
      read: () => undefined,
    });
    try {
      const model = unwrap(createModel(unwrap(loaded), unwrap(parseConfiguration(sourceText('Ours.cfg', CONFIG)))));
      const expr = model.loaded.root.units.flatMap((unit) =>
        unit.kind === 'operatorDefinition' && unit.name.text === 'E' ? [unit.body] : [],
      )[0]!;
      return evaluate(model, { expr, env: model.spec.env }, (value) => textOf(model.store, value));
    } catch (error) {
      if (error instanceof SemanticFailure) return `refused: ${error.diagnostic.message}`;
      if (error instanceof TracefoldError) return `refused: ${formatDiagnostic(error.diagnostics[0])}`;
      throw error;
    }
  });
}

/** The same of TLC: what it cannot evaluate is passed over by AssertError, and what it cannot even parse, or ends it, left out of the next start. */
async function theirs(folder: string): Promise<string[]> {
  const found = expressions.map(() => 'refused');
  const known = new Set<number>();
  const prelude = header('Constants').split('\n').length;
  for (;;) {
    const lines = expressions.map((text, i) =>
      known.has(i) ? '' : `ASSUME AssertError("", PrintT("${i}=" \\o ${toldBy(text)})) \\/ TRUE`,
    );
    const specFile = join(folder, 'Constants.tla');
    writeFileSync(specFile, `${header('Constants')}${lines.join('\n')}\nASSUME PrintT("end=")\n====\n`);
    writeFileSync(join(folder, 'Constants.cfg'), CONFIG);
    const { command, args } = tlcCommand(jar!, { specFile, coverage: false }, join(folder, 'states'));
    const { stdout } = await run(command, args, { cwd: folder });
    let last = -1;
    for (const [, number, text] of stdout.matchAll(/^"(\d+)=((?:[^"\\]|\\.)*)"$/gm)) {
      last = Number(number);
      found[last] = text!.replace(/\\(.)/g, '$1');
    }
    if (/^"end="$/m.test(stdout)) return found;
    const parsed = !stdout.includes('Parsing or semantic analysis failed');
    const named = [...stdout.matchAll(parsed ? /@!@!@STARTMSG \d+:1[^@]*?line (\d+)/g : /\bline (\d+)/g)].map(
      ([, line]) => Number(line) - prelude,
    );
    const broken = named.filter((i) => i > last && i < expressions.length && !known.has(i));
    if (parsed) {
      // What stands before the one that ended TLC was evaluated, or passed over.
      const end = broken[0] ?? last + 1;
      // A number past 32 bits ends TLC before it evaluates anything.
      if (end >= expressions.length || (broken.length === 0 && last < 0)) throw new Error(stdout);
      for (let i = 0; i <= end; i++) known.add(i);
      found[end] = `refused: ${/:1 @!@!@\n([\s\S]*?)@!@!@/.exec(stdout)?.[1]?.trim() ?? 'TLC ended'}`;
    } else {
      if (broken.length === 0) throw new Error(stdout);
      for (const i of broken) {
        known.add(i);
        found[i] = 'refused: by the parser';
      }
    }
  }
}

/** TLC writes an interval as such, where it is one to TLC: it is the same set. */
const listed = (text: string): string =>
  text.replace(/(-?\d+)\.\.(-?\d+)/g, (_, low, high) => {
    const size = Math.max(0, Number(high) - Number(low) + 1);
    return `{${Array.from({ length: size }, (__, i) => Number(low) + i).join(', ')}}`;
  });

mkdirSync(out, { recursive: true });
const mine = ours();
const tlc = await theirs(out);
let differences = 0;
expressions.forEach((text, i) => {
  const refused = mine[i]!.startsWith('refused');
  if (refused === tlc[i]!.startsWith('refused') && (refused || listed(mine[i]!) === listed(tlc[i]!))) return;
  differences++;
  process.stdout.write(`DIFF  ${text}\n  ours ${mine[i]}\n  TLC  ${tlc[i]}\n`);
});
const refused = tlc.filter((one) => one.startsWith('refused')).length;
process.stdout.write(`${expressions.length} expressions, ${refused} refused by TLC, ${differences} differences\n`);
process.exitCode = differences === 0 ? 0 : 1;
