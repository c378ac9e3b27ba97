import { stringify } from 'yaml';
import type { SynthesizedTrio } from '../../explore/synthesis/synthesize.ts';
import type { Step } from '../../model/state-machine.ts';
import type { Json, JsonObject } from '../../trace/json.ts';

/** How the YAML names the model; `spec` is relative to the file that is written. */
export interface ModelNaming {
  readonly spec: string;
  readonly config?: string;
  readonly mapping?: string;
  readonly constants?: JsonObject;
  /** First part of the trio's name: `nodes-pipeline`. */
  readonly group: string;
}

/** A synthesised trio as a person would have written it (design section 5). */
export function renderTrioYaml(trio: SynthesizedTrio, model: ModelNaming): string {
  const { guard, invariant, attack, control, goal } = trio;
  const text = guard.text === guard.path || guard.path.endsWith(`/${guard.text}`) ? '' : `, ${short(guard.text)}`;
  return renderStepTrio({
    id: `${model.group}/${slug(guard.path)}`,
    claim: `${guard.path}${text}, is what keeps ${invariant}.`,
    model,
    forbidden: [invariant],
    attack,
    control,
    reaches: [goal],
    weaken: guard.path,
  });
}

/** A trio on steps whose negative control weakens a guard. */
export interface StepTrio {
  readonly id: string;
  readonly claim: string;
  readonly model: Omit<ModelNaming, 'group'>;
  /** All of the model's invariants if empty. */
  readonly forbidden: readonly string[];
  readonly attack: readonly Step[];
  readonly control: readonly Step[];
  readonly reaches: readonly string[];
  readonly weaken: string;
}

/** The YAML document of a trio. */
export function renderStepTrio({ model, ...trio }: StepTrio): string {
  const { spec, config, mapping, constants } = model;
  const named = {
    spec,
    ...(config === undefined ? {} : { config }),
    ...(mapping === undefined ? {} : { mapping }),
    ...(constants === undefined || Object.keys(constants).length === 0 ? {} : { constants }),
  };
  return [
    `trio: ${flow(trio.id)}`,
    `claim: ${flow(trio.claim)}`,
    `model: ${flow(named)}`,
    ...(trio.forbidden.length === 0 ? [] : [`forbidden: ${oneOrMore(trio.forbidden)}`]),
    'attack:',
    ...legLines(trio.attack),
    'control:',
    ...legLines(trio.control),
    `  reaches: ${oneOrMore(trio.reaches)}`,
    `negative-control: ${flow({ weaken: trio.weaken })}`,
    '',
  ].join('\n');
}

const oneOrMore = (names: readonly string[]): string => flow(names.length === 1 ? names[0]! : [...names]);

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
