import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceText } from '../src/diagnostics/source-text.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { fileHost } from '../src/scenario/file-host.ts';
import { loadScenarioFile } from '../src/scenario/load-scenario.ts';
import { renderTrio, runTrio } from '../src/scenario/run-trio.ts';

const FILE = 'scenarios/context-trust/injection-to-nodes-run.scenario.yaml';
const page = readFileSync('docs/joint-run.md', 'utf8');
const scenario = readFileSync(FILE, 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block]) => block!);

const outcomeOf = async (text: string): Promise<string> => {
  const [trio] = unwrap(loadScenarioFile(sourceText(FILE, text))).trios;
  return renderTrio(unwrap(await runTrio(trio!, fileHost({ root: '.' }))));
};

it('docs/joint-run.md shows what its trio says, passing and failing', async () => {
  const [header, execution] = blocks('yaml');
  expect(scenario).toContain(header);
  const passing = await outcomeOf(scenario);
  const failing = await outcomeOf(
    scenario
      .replace('control:\n', () => `${execution}control:\n`)
      .replace(/exec: x1(?=[^\n]*\n\s+before: 7)/, 'exec: x2')
      .replace('before: 7', 'before: 8'),
  );
  const [shownPassing, alsoPassing, ...rest] = blocks('text');
  expect(passing).toContain(shownPassing);
  expect(passing).toContain(alsoPassing);
  // The last is what the command line says of a recording.
  const shownFailing = rest.slice(0, -1);
  expect(shownFailing).toHaveLength(4);
  for (const shown of shownFailing) expect(failing).toContain(shown);
});
