import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../trace/json.ts';
import { buildEvidence, type Redaction } from '../record/build.ts';
import type { EvidenceRecord } from '../record/schema.ts';
import { HARMLESS, traceInput, trioInput } from '../testing/fixtures.ts';
import { guardReport } from '../testing/guards.ts';
import { HOSTILE_SHAPES, HOSTILE_TEXTS } from '../testing/hostile.ts';
import { renderSarif } from './sarif.ts';

const ajv = new Ajv.default({ strict: false, unicodeRegExp: false });
addFormats.default(ajv as never);
const validate = ajv.compile(sarifSchema);

const render = (...inputs: readonly ReturnType<typeof traceInput>[]) =>
  JSON.parse(
    renderSarif(
      inputs.map((input) => buildEvidence(input)),
      { version: '1.2.3' },
    ),
  );

const expectValid = (records: readonly EvidenceRecord[]) => {
  const log = JSON.parse(renderSarif(records, { version: '1.2.3' }));
  expect(validate(log) ? [] : validate.errors).toEqual([]);
  expect(log.runs[0].results.length).toBe(records.length);
  return log;
};

describe('SARIF', () => {
  it('validates against the schema of SARIF 2.1.0', () => {
    const log = render(traceInput(), trioInput(), trioInput('guard gone'), trioInput('control refused'));
    expect(validate(log) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...log, version: '2.0.0' })).toBe(false);
    expect(validate(render())).toBe(true);
  });

  it.each<[string, Redaction]>([
    ['redacted', {}],
    ['with everything allowed', { allow: ['**'] }],
    ['with redaction off', false],
  ])('validates whatever the trace holds, %s', (_, redaction) => {
    const texts = HOSTILE_TEXTS.map(({ text }) => ({ to: text, amount: text, note: text, message: text }));
    const shapes = HOSTILE_SHAPES.map(({ json }) => ({ ...HARMLESS, to: JSON.parse(json) as Json }));
    const records = [...texts, ...shapes].map((held) => buildEvidence(traceInput(held), redaction));
    for (const record of records) expectValid([record]);
    expectValid(records);
  });

  it('validates, with places in the project, whatever names, files and ids of rules hold', () => {
    for (const { text } of HOSTILE_TEXTS) {
      const input = trioInput('guard gone');
      const at = { file: `scenarios/${text.slice(0, 400)}.yaml`, start: { line: 1, column: 1 } };
      const record = buildEvidence({
        ...input,
        subject: { ...input.subject, id: text, claim: text, at },
        model: {
          ...input.model,
          name: text,
          predicates: input.model.predicates.map((predicate) => ({
            ...predicate,
            description: text,
            risk: text,
            mitigations: [{ category: text, action: text, verification: text }],
          })),
        },
        legs: input.legs.map((leg) => ({ ...leg, at })),
      });
      const log = expectValid([record]);
      const [{ physicalLocation }] = log.runs[0].results[0].locations;
      expect(physicalLocation.artifactLocation.uri).toMatch(
        /^scenarios\/(?:[A-Za-z0-9_.!~*'()/-]|%[0-9A-F]{2})*\.yaml$/,
      );
      expect(log.runs[0].results[0].partialFingerprints['tracefold/v1']).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('has no level but "none" without the kind "fail" (3.27.10), and warns of what was not decided', () => {
    const [run] = render(trioInput('guard gone'), traceInput(), { ...traceInput(), outcome: 'unknown' }).runs;
    const told: readonly { kind: string; level: string }[] = run.results;
    expect(told.filter(({ kind, level }) => kind !== 'fail' && level !== 'none')).toEqual([]);
    expect(told.map(({ kind, level }) => `${kind} ${level}`)).toEqual(['fail error', 'fail error', 'fail warning']);
  });

  it('names the EIO risk as rule and puts the result at the YAML line of the leg', () => {
    const [run] = render(trioInput('guard gone')).runs;
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['unauthorised-action']);
    expect(run.results[0]).toMatchObject({ ruleId: 'unauthorised-action', level: 'error' });
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'scenarios/gate.scenario.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: 9, startColumn: 1 },
    });
  });

  it('keeps the fingerprint while lines move and values change, and has another for another trio', () => {
    const fingerprint = (input: ReturnType<typeof traceInput>) => render(input).runs[0].results[0].partialFingerprints;
    const input = trioInput('guard gone');
    const moved = input.legs.map((leg) => ({ ...leg, at: { file: 'x.yaml', start: { line: 99, column: 1 } } }));
    expect(fingerprint({ ...input, legs: moved })).toEqual(fingerprint(input));
    expect(fingerprint({ ...input, subject: { ...input.subject, id: 'other' } })).not.toEqual(fingerprint(input));
  });

  it('has no result for what was proved', () => {
    expect(render(trioInput()).runs[0].results).toEqual([]);
  });

  describe('of guards that no trio bites', () => {
    const log = (report = guardReport()) => JSON.parse(renderSarif([], { version: '1.2.3', guards: [report] }));

    it('holds a result for each mutant that survives, under a rule of its own, and is valid', () => {
      const made = log();
      expect(validate(made) ? [] : validate.errors).toEqual([]);
      expect(made.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
        'tracefold/guard-not-tested',
      ]);
      expect(
        made.runs[0].results.map(({ level, message }: { level: string; message: object }) => [level, message]),
      ).toMatchInlineSnapshot(`
        [
          [
            "error",
            {
              "text": "Run/fresh removed, in pay: now < expires
        no trio notices it, and pay is violated in 2 steps:
        - pay: {{ call: "pay" }}
        - Run",
            },
          ],
        ]
      `);
    });

    it('has fingerprints that stay while the model is edited around the guard, and differ between mutants', () => {
      const report = guardReport();
      const survivor = report.matrix!.mutants.find(({ outcome }) => outcome.kind === 'survives')!;
      const placed = (line: number, how = survivor.how) => {
        const at = { file: 'models/pay.tla', start: { line, column: 3 } };
        const mutants = [{ ...survivor, how, guard: { ...survivor.guard, at } }];
        const [result] = log({ ...report, matrix: { ...report.matrix!, mutants } }).runs[0].results;
        return {
          print: result.partialFingerprints['tracefold/v1'],
          line: result.locations[0].physicalLocation.region.startLine,
        };
      };
      expect(placed(4)).toMatchObject({ line: 4 });
      expect(placed(9)).toMatchObject({ line: 9, print: placed(4).print });
      expect(placed(4, 'negate').print).not.toBe(placed(4).print);
    });

    it('leaves out what is waived, killed or not judged, and warns only where no score was asked for', () => {
      const report = guardReport();
      expect(log({ ...report, threshold: null }).runs[0].results.map(({ level }: { level: string }) => level)).toEqual([
        'warning',
      ]);
      const waived = report.matrix!.mutants.map((mutant) => ({ ...mutant, waived: 'known' }));
      expect(log({ ...report, matrix: { ...report.matrix!, mutants: waived } }).runs[0].results).toEqual([]);
      expect(log({ ...report, matrix: null }).runs[0].results).toEqual([]);
    });
  });
});
