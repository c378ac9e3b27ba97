import { describe, expect, it } from 'vitest';
import { buildEvidence } from '../record/build.ts';
import { traceInput, trioInput } from '../testing/fixtures.ts';
import { guardReport } from '../testing/guards.ts';
import { HOSTILE_TEXTS } from '../testing/hostile.ts';
import { renderJunit } from './junit.ts';

const other = (id: string, reasons: readonly string[] = []) => ({
  id,
  outcome: reasons.length === 0 ? ('pass' as const) : ('fail' as const),
  guard: 'ApprovalOk',
  at: { file: 'scenarios/gate.scenario.yaml', line: 40 },
  reasons,
});

describe('a JUnit report', () => {
  it('has a case for every trio with its properties, and one for the guards of a model', () => {
    const text = renderJunit({
      records: [buildEvidence(trioInput('control refused'))],
      others: [other('gate/kept'), other('gate/wrong', ['unknown action "Pya"'])],
      guards: [guardReport()],
    });
    expect(text.replaceAll(/(<(?:failure|error)[^>]*>)[^<]*/g, '$1…')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="tracefold" tests="4" failures="3" errors="0" skipped="0">
        <testsuite name="guards" tests="1" failures="1" errors="0" skipped="0">
          <testcase classname="guards" name="pay">
            <properties>
              <property name="tracefold.outcome" value="failed"/>
              <property name="tracefold.guard-score" value="33 %"/>
            </properties>
            <failure type="tracefold.failed" message="guard score 33 %">…</failure>
          </testcase>
        </testsuite>
        <testsuite name="scenarios/gate.scenario.yaml" tests="3" failures="2" errors="0" skipped="0">
          <testcase classname="scenarios/gate.scenario.yaml" name="gate/approval-replay" file="scenarios/gate.scenario.yaml" line="1">
            <properties>
              <property name="tracefold.outcome" value="failed"/>
              <property name="tracefold.model" value="PaymentGate"/>
              <property name="tracefold.guard" value="ApprovalOk"/>
            </properties>
            <failure type="tracefold.failed" message="control: the legitimate work is not possible [trio/control-refused]">…</failure>
          </testcase>
          <testcase classname="scenarios/gate.scenario.yaml" name="gate/kept" file="scenarios/gate.scenario.yaml" line="40">
            <properties>
              <property name="tracefold.outcome" value="proved"/>
              <property name="tracefold.guard" value="ApprovalOk"/>
            </properties>
          </testcase>
          <testcase classname="scenarios/gate.scenario.yaml" name="gate/wrong" file="scenarios/gate.scenario.yaml" line="40">
            <properties>
              <property name="tracefold.outcome" value="failed"/>
              <property name="tracefold.guard" value="ApprovalOk"/>
            </properties>
            <failure type="tracefold.failed" message="unknown action &#34;Pya&#34;">…</failure>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it('is empty and whole where nothing ran', () => {
    expect(renderJunit({ records: [] })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tracefold" tests="0" failures="0" errors="0" skipped="0">\n</testsuites>\n',
    );
  });

  it('holds no element of its own and no character that XML refuses, whatever a trace or a name holds', () => {
    const of = (text: string) =>
      renderJunit({
        records: [buildEvidence(traceInput({ to: text, amount: text, note: text, message: text }), false)],
        others: [other(text.slice(0, 300), [text.slice(0, 300)])],
        guards: [guardReport(text.slice(0, 300))],
      });
    const tags = (text: string) => [...text.matchAll(/<\/?[a-z?]+/g)].map(([tag]) => tag);
    const harmless = of('harmless');
    for (const { text } of HOSTILE_TEXTS) {
      const report = of(text);
      expect(tags(report)).toEqual(tags(harmless));
      // XML 1.0, section 2.2: the characters that a document may hold.
      expect(report).not.toMatch(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      expect(report.replace(/&#[0-9]+;/g, '')).not.toMatch(/&/);
    }
  });
});
