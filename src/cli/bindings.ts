import { existsSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { printable } from '../diagnostics/printable.ts';
import { fileHost } from '../scenario/file-host.ts';
import { isShipped } from '../scenario/load-scenario.ts';
import { loadTrios } from '../scenario/mutation/load-trios.ts';
import { runTrio } from '../scenario/run-trio.ts';
import { renderStepTrio, slug } from '../scenario/synthesis/render-trio-yaml.ts';
import type { Trio } from '../scenario/trio.ts';
import { type Command, text } from './command.ts';
import { writeFile } from './write-file.ts';

/** `tracefold bindings`: the trios that declarations of approval bindings stand for (issue 7, item 5). */
export const bindings: Command = {
  name: 'bindings',
  summary: 'writes out the trios that "bindings:" documents stand for, each with the guard that enforces its binding',
  usage: 'bindings GLOB... [--out DIR | --table]',
  options: { out: { type: 'string' }, table: { type: 'boolean' } },
  help: {
    '--out DIR': 'write one scenario file a declaration there; files that exist are left alone. Default: print',
    '--table': 'one line a trio: its name, and the guard',
  },
  run: async (positionals, values, context) => {
    if (positionals.length === 0) {
      context.err('tracefold bindings: needs scenario files');
      return 2;
    }
    const trios = loadTrios(context.cwd, positionals);
    if (!trios.ok) {
      context.err(trios.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const declared = trios.value.filter(({ binding }) => binding !== undefined);
    if (declared.length === 0) {
      context.err('tracefold bindings: no document declares bindings');
      return 2;
    }
    const host = fileHost({ root: context.cwd });
    const out = text(values, 'out');
    const documents = new Map<string, string[]>();
    const width = Math.max(...declared.map(({ id }) => printable(id).length));
    let broken = 0;
    for (const trio of declared) {
      const result = await runTrio(trio, host);
      if (!result.ok) {
        context.err(result.errors.map(formatDiagnostic).join('\n\n'));
        if (result.errors.some(({ code }) => code !== 'scenario/binding-not-enforced')) return 2;
        broken++;
        continue;
      }
      if (result.value.outcome !== 'proved') {
        context.err(`${printable(trio.id)}: ${result.value.outcome}; run it as a test to see why`);
        broken++;
        continue;
      }
      const complete = result.value.trio;
      const guard = complete.negativeControl.kind === 'weaken' ? complete.negativeControl.guard.name : '';
      if (values.table === true) context.out(`${printable(trio.id).padEnd(width)}  ${printable(guard)}`);
      const group = trio.id.slice(0, -`/${trio.binding!.tool}/${trio.binding!.name}`.length);
      documents.set(group, [...(documents.get(group) ?? []), yamlOf(complete, guard, out ?? '.')]);
    }
    if (values.table !== true && out === undefined && documents.size > 0) {
      context.out([...documents.values()].flat().join('---\n').trimEnd());
    }
    if (out !== undefined) {
      for (const [group, yaml] of documents) {
        const file = join(out, `${slug(group)}.scenario.yaml`);
        if (existsSync(resolve(context.cwd, file))) context.err(`${printable(file)} exists and is left alone`);
        else if (!writeFile(context, file, yaml.join('---\n'))) return 2;
        else context.out(printable(file));
      }
    }
    return broken > 0 ? 1 : 0;
  },
};

function yamlOf(trio: Trio, weaken: string, folder: string): string {
  const [{ spec, config, mapping, constants }] = trio.models as [Trio['models'][number]];
  const from = (file: string): string => posix.relative(folder.replaceAll('\\', '/'), file);
  const besides = (file: string | null, ending: string): string | null =>
    file === null || file === spec.replace(/\.tla$/, ending) ? null : from(file);
  const [named, mapped] = [besides(config, '.cfg'), besides(mapping, '.mapping.yaml')];
  const steps = ([source]: Trio['attack']['sources']) => (source.kind === 'steps' ? source.steps : []);
  return renderStepTrio({
    id: trio.id,
    claim: trio.claim,
    model: {
      spec: isShipped(spec) ? spec : from(spec),
      ...(named === null ? {} : { config: named }),
      ...(mapped === null ? {} : { mapping: mapped }),
      constants,
    },
    forbidden: (trio.forbidden ?? []).map(({ name }) => name),
    attack: steps(trio.attack.sources),
    control: steps(trio.control.sources),
    reaches: trio.control.reaches.map(({ name }) => name),
    weaken,
  });
}
