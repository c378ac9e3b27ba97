import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { completeOptions } from './options.ts';

test('options have defaults, and GitHub Actions turns its annotations on', () => {
  expect(completeOptions(undefined, {})).toMatchInlineSnapshot(`
    {
      "ok": true,
      "value": {
        "annotate": false,
        "evidence": "failures",
        "folder": "tracefold-report",
        "github": false,
        "reports": [],
        "summary": true,
      },
    }
  `);
  expect(completeOptions({}, { GITHUB_ACTIONS: 'true' })).toMatchObject({ value: { github: true } });
  expect(completeOptions({ github: false }, { GITHUB_ACTIONS: 'true' })).toMatchObject({ value: { github: false } });
});

test.each([
  ['an unknown option', { report: ['html'] }],
  ['an unknown kind of report', { reports: ['pdf'] }],
  ['a name from the prototype', { reports: ['constructor'] }],
  ['a folder that is no text', { folder: 3 }],
  ['evidence of something else', { evidence: 'passes' }],
])('%s is an error', (_name, options) => {
  const result = completeOptions(options, {});
  expect(result.ok ? 'accepted' : result.errors.map(formatDiagnostic).join('\n')).toMatchSnapshot();
});
