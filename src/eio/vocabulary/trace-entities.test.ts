import { expect, it } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { createTrace } from '../../trace/trace.ts';
import { graphBuilder } from '../graph/build-graph.ts';
import { membersOf } from '../graph/graph.ts';
import { loadEmbeddedModule } from '../module/load-eio-module.ts';
import { TRACE_ENTITIES } from './trace-entities.ts';

it('lists exactly the types that the evidence graph has members of', () => {
  const graph = graphBuilder(createTrace({ events: [] }).header, {}).graph();
  const { entities } = unwrap(loadEmbeddedModule('eio:context-trust')).vocabulary;
  const held = [...entities.keys()].filter((type) => membersOf(graph, type) !== null);
  expect([...TRACE_ENTITIES].sort()).toEqual(held.sort());
});
