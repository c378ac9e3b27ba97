import type { Span } from '../../diagnostics/diagnostic.ts';
import { createTrace, type EventInput } from '../../trace/trace.ts';
import type { YamlDocument } from '../../yaml/parse-yaml.ts';
import type { LegSource, ModelRef, Named, Trio } from '../trio.ts';
import { BINDINGS, claimOf } from './binding.ts';
import { bindingEvents, type SensitiveTool } from './binding-events.ts';
import type { BindingsDocument } from './schema.ts';

/** Whether a YAML document declares bindings, and is not a trio. */
export const declaresBindings = ({ value }: YamlDocument): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'bindings');

/**
 * One trio for each tool and each binding that is not waived, at the place of the tool. Which guard each is about is only known with the
 * model: see {@link completeTrio}.
 */
export function expandBindings(
  document: YamlDocument,
  value: BindingsDocument,
  model: ModelRef,
  named: { readonly reaches: readonly Named[]; readonly forbidden: readonly Named[] | null },
): readonly Trio[] {
  const waived = new Set(Object.keys(value.waived ?? {}));
  const tools = Object.keys(value.tools);
  return tools.flatMap((tool, index) => {
    const at = document.spanOfKey(['tools', tool]);
    const sensitive: SensitiveTool = {
      tool,
      args: value.tools[tool]!,
      other: tools.length > 1 ? tools[(index + 1) % tools.length]! : `${tool}-other`,
      calls: value.calls ?? ['c1', 'c2'],
    };
    return BINDINGS.filter((name) => !waived.has(name)).map((name): Trio => {
      const { attack, control } = bindingEvents(name, sensitive);
      return {
        id: `${value.bindings}/${tool}/${name}`,
        claim: claimOf({ name, tool }),
        file: document.source.file,
        source: document.source,
        at,
        models: [model],
        forbidden: named.forbidden,
        attack: { at, sources: [eventsAt(document.source.file, attack, at)] },
        control: { at, sources: [eventsAt(document.source.file, control, at)], reaches: named.reaches },
        negativeControl: { at, violates: null, kind: 'weaken', guard: { name, at }, recording: null },
        binding: { name, tool },
      };
    });
  });
}

const eventsAt = (source: string, events: readonly EventInput[], at: Span): LegSource => ({
  kind: 'events',
  trace: createTrace({ source, events }),
  spans: events.map(() => at),
});
