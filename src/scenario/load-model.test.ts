import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { type LoadModelOptions, loadModel } from './load-model.ts';

async function problem(spec: string, options?: LoadModelOptions): Promise<string> {
  const model = await loadModel(spec, options);
  if (model.ok) throw new Error('it was loaded');
  return model.errors.map(formatDiagnostic).join('\n');
}

describe('a model by name', () => {
  it('is a TLA+ module with the configuration and the mapping beside it', async () => {
    const model = unwrap(await loadModel('NodesPipeline.tla', { root: 'scenarios/models' }));
    expect(model).toMatchObject({ kind: 'tla', name: 'NodesPipeline' });
    expect(model.predicates.map(({ id }) => id)).toEqual(['Inv_SharedNodesRunSafe']);
    const ranOnce = unwrap(
      await loadModel('scenarios/models/NodesPipelineAudit.tla', {
        config: 'scenarios/models/NodesPipelineRanOnce.cfg',
      }),
    );
    expect(ranOnce.predicates.map(({ id }) => id)).not.toEqual(['Inv_SharedNodesRunSafe']);
  });

  it('is one that the package ships', async () => {
    expect(unwrap(await loadModel('eio:context-trust')).kind).toBe('eio');
    expect(unwrap(await loadModel('monitor:nodes-pipeline')).kind).toBe('typescript');
  });

  it('is refused without a made-up place', async () => {
    expect(await problem('models/Missing.tla')).toMatchInlineSnapshot(`
      "there is no file "models/Missing.tla" [scenario/missing-file]
        hint: a path is relative to the scenario file, or to the folder of the call"
    `);
    expect(await problem('eio:context-trst')).toMatchInlineSnapshot(`
      "no module "eio:context-trst" comes with the package [eio/import-unknown]
        hint: did you mean "eio:context-trust"?"
    `);
    expect(await problem('eio:context-trust', { constants: { Max: 1 } })).toMatchInlineSnapshot(
      `
      "the EIO module eio.risk.context-trust has no setting "Max" [scenario/unknown-constant]
        expected quoteAware
        hint: known: "quoteAware""
    `,
    );
    expect(await problem('scenarios/models/NodesPipeline.tla', { constants: { MaxExcLen: 1 } })).toMatchInlineSnapshot(`
      "module NodesPipeline has no constant "MaxExcLen" [tla/unknown-name]
        hint: did you mean "MaxExecLen"?"
    `);
  });
});
