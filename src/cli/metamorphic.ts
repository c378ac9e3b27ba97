import { counted } from '../diagnostics/counted.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { fileHost } from '../scenario/file-host.ts';
import { metamorphicChecks } from '../scenario/metamorphic/metamorphic-checks.ts';
import { loadTrios } from '../scenario/mutation/load-trios.ts';
import type { Command } from './command.ts';

/** `tracefold metamorphic`: whether trios come to the same on traces that were changed in ways that must not matter (issue 7, item 6). */
export const metamorphic: Command = {
  name: 'metamorphic',
  summary: 'runs trios also on traces uploaded twice, reordered, renamed, mixed with others, or longer',
  usage: 'metamorphic GLOB...',
  options: {},
  help: {},
  run: async (positionals, _values, context) => {
    if (positionals.length === 0) {
      context.err('tracefold metamorphic: needs scenario files');
      return 2;
    }
    const trios = loadTrios(context.cwd, positionals);
    const report = trios.ok ? await metamorphicChecks(trios.value, fileHost({ root: context.cwd })) : trios;
    if (!report.ok) {
      context.err(report.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const { checks, failures, skipped } = report.value;
    for (const failure of failures) context.out(`${formatDiagnostic(failure)}\n`);
    context.out(
      `${counted(checks, 'check')}, ${counted(failures.length, 'changed verdict')}, ${counted(skipped.length, 'trio')} that no transformation applies to`,
    );
    return failures.length > 0 ? 1 : checks === 0 ? 2 : 0;
  },
};
