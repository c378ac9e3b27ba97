import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../src/diagnostics/format.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { fileHost } from '../src/scenario/file-host.ts';
import { metamorphicChecks } from '../src/scenario/metamorphic/metamorphic-checks.ts';
import { loadTrios } from '../src/scenario/mutation/load-trios.ts';

describe('the shipped scenarios', () => {
  it('come to the same on traces that were uploaded twice, reordered, renamed, mixed with others, or longer', async () => {
    const trios = unwrap(loadTrios('.', ['scenarios/**/*.scenario.yaml']));
    const report = unwrap(await metamorphicChecks(trios, fileHost({ root: '.' })));
    expect(report.failures.map(formatDiagnostic)).toEqual([]);
    expect(report.checks).toBeGreaterThan(150);
  }, 60_000);
});
