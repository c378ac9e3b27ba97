import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceText } from '../src/diagnostics/source-text.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { renderMatrix } from '../src/explore/mutation/render-matrix.ts';
import { fileHost } from '../src/scenario/file-host.ts';
import { loadTrios } from '../src/scenario/mutation/load-trios.ts';
import { readMutationFile } from '../src/scenario/mutation/mutation-file.ts';
import { mutationMatrix } from '../src/scenario/mutation/mutation-matrix.ts';
import { resolveModel } from '../src/scenario/resolve-model.ts';

const host = fileHost({ root: '.' });
const at = { file: 'scenarios/guard-score.test.ts', start: { line: 1, column: 1 } };

const shipped = [
  {
    spec: 'scenarios/models/NodesPipeline.tla',
    config: 'scenarios/models/NodesPipeline.cfg',
    mapping: 'scenarios/models/NodesPipeline.mapping.yaml',
    mutation: 'scenarios/models/NodesPipeline.mutation.yaml',
  },
  {
    spec: 'monitor:nodes-pipeline',
    config: null,
    mapping: null,
    mutation: 'scenarios/models/nodes-pipeline-monitor.mutation.yaml',
  },
  {
    spec: 'monitor:gateway',
    config: null,
    mapping: null,
    mutation: 'scenarios/models/gateway-monitor.mutation.yaml',
  },
  {
    spec: 'monitor:confirmed-writes',
    config: null,
    mapping: null,
    mutation: 'scenarios/models/confirmed-writes-monitor.mutation.yaml',
  },
];

describe('the shipped scenarios', () => {
  it.each(shipped)(
    'notice every mutant of $spec that is neither equivalent nor waived',
    async (one) => {
      const { mutation, ...names } = one;
      const ref = { ...names, constants: {}, configAt: at, mappingAt: at, constantsAt: at, predicates: null, at };
      const { model } = unwrap(await resolveModel(ref, host));
      const options = unwrap(readMutationFile(sourceText(mutation, readFileSync(mutation, 'utf8'))));
      const trios = unwrap(loadTrios('.', ['scenarios/**/*.scenario.yaml']));
      const matrix = unwrap(await mutationMatrix(model, trios, host, options));
      expect(matrix.problems).toEqual([]);
      expect(matrix.score, renderMatrix(matrix)).toBe(1);
    },
    60_000,
  );
});
