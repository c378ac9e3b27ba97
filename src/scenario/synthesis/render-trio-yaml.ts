import { stringify } from 'yaml';
import type { SynthesizedTrio } from '../../explore/synthesis/synthesize.ts';
import type { Step } from '../../model/state-machine.ts';
import type { Json, JsonObject } from '../../trace/json.ts';

/** How the YAML names the model; `spec` is relative to the file that is written. */
export interface ModelNaming {
  readonly spec: string;
  readonly config?: string;
  readonly constants?: JsonObject;
  /** First part of the trio's name: `nodes-pipeline`. */
  readonly group: string;
}

/** A synthesised trio as a person would have written it (design section 5). */
export function renderTrioYaml(trio: SynthesizedTrio, model: ModelNaming): string {
  const { guard, invariant, attack, control, goal } = trio;
  const named = {
    spec: model.spec,
    ...(model.config === undefined ? {} : { config: model.config }),
    ...(model.constants === undefined || Object.keys(model.constants).length === 0
      ? {}
      : { constants: model.constants }),
  };
  const text = guard.text === guard.path || guard.path.endsWith(`/${guard.text}`) ? '' : `, ${short(guard.text)}`;
  return [
    `trio: ${flow(`${model.group}/${slug(guard.path)}`)}`,
    `claim: ${flow(`${guard.path}${text}, is what keeps ${invariant}.`)}`,
    `model: ${flow(named)}`,
    `forbidden: ${flow(invariant)}`,
    'attack:',
    ...legLines(attack),
    'control:',
    ...legLines(control),
    `  reaches: ${flow(goal)}`,
    `negative-control: ${flow({ weaken: guard.path })}`,
    '',
  ].join('\n');
}

const legLines = (steps: readonly Step[]): readonly string[] => [
  '  steps:',
  ...steps.map((step) => `    - ${stepYaml(step)}`),
];

function stepYaml({ action, args }: Step): string {
  return args === undefined || Object.keys(args).length === 0 ? flow(action) : `${flow(action)}: ${flow(args)}`;
}

const flow = (value: Json | JsonObject): string => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();

const short = (text: string): string => (text.length <= 70 ? text : `${text.slice(0, 67)}...`);

/** `MayExecute/approvalOk` becomes `may-execute-approval-ok`. */
export const slug = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
