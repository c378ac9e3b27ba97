/** A small project for end-to-end tests: money is sent only after an approval. */

export const TRANSFER_TLA = `---- MODULE Transfer ----
EXTENDS Naturals
CONSTANT NeedsApproval
VARIABLES approved, sent

Init == approved = FALSE /\\ sent = 0

ApprovalOk == NeedsApproval => approved

Approve == ~approved /\\ approved' = TRUE /\\ UNCHANGED sent
Send == ApprovalOk /\\ sent' = sent + 1 /\\ UNCHANGED approved

Next == Approve \\/ Send
Spec == Init /\\ [][Next]_<<approved, sent>>

Inv_Approved == sent > 0 => approved
====
`;

export const transferCfg = (needsApproval: boolean): string => `SPECIFICATION Spec
CONSTANT NeedsApproval = ${needsApproval ? 'TRUE' : 'FALSE'}
INVARIANT Inv_Approved
`;

export const TRANSFER_MAPPING = `on:
  - event: approval.decided
    where: { decision: approve }
    do: Approve
  - event: exec.started
    where: { tool: send }
    do: Send
    assume: { ApprovalOk: true }
`;

/** The same model in TypeScript; type syntax shows whether the runner transforms it. */
export const TRANSFER_TS = `import { defineModel } from 'tracefold';

interface State { readonly approved: boolean; readonly sent: number }

export default defineModel({
  name: 'transfer',
  constants: { needsApproval: true as boolean },
  initial: (): State => ({ approved: false, sent: 0 }),
  guards: { approvalOk: ({ state, constants }) => !constants.needsApproval || state.approved },
  actions: {
    Approve: { next: ({ state }) => ({ ...state, approved: true }) },
    Send: {
      guards: { allowed: ({ guards }) => guards.approvalOk() },
      next: ({ state }) => ({ ...state, sent: state.sent + 1 }),
    },
  },
  invariants: {
    Inv_Approved: { when: ({ state }) => state.sent > 0, holds: ({ state }) => state.approved },
  },
  goals: { sent: ({ state }) => state.sent === 1 },
});
`;

interface TrioText {
  readonly id: string;
  readonly spec?: string;
  /** Lines under \`model\`. */
  readonly model?: string;
  readonly attack?: string;
  readonly reaches?: string;
  readonly guard?: string;
  /** Lines under `negative-control`. */
  readonly negative?: string;
}

/** A trio as YAML. Line 1 is \`trio\`; without \`model\`, line 5 is \`attack\` and line 8 is \`control\`. */
export const trioYaml = ({
  id,
  spec = 'models/Transfer.tla',
  model = '',
  attack = '  steps:\n    - Send\n',
  reaches = 'sent = 1',
  guard = 'ApprovalOk',
  negative = `  weaken: ${guard}\n`,
}: TrioText): string => `trio: ${id}
claim: Nothing is sent without an approval.
model:
  spec: ${spec}
${model}attack:
${attack}control:
  steps:
    - Approve
    - Send
  reaches: ${reaches}
negative-control:
${negative}`;

/** A model line with which the attack gets through. */
export const UNGUARDED = '  constants: { NeedsApproval: false }\n';

export const transferFiles = {
  'models/Transfer.tla': TRANSFER_TLA,
  'models/Transfer.cfg': transferCfg(true),
  'models/Transfer.mapping.yaml': TRANSFER_MAPPING,
  'models/transfer.ts': TRANSFER_TS,
};

/** A trace in the normal form: an approval, and what it approved. */
export const SEND_TRACE = `{"tracefold":1,"source":"test","observes":["exec.started","approval.decided"]}
{"seq":1,"kind":"approval.decided","approval":"a1","decision":"approve","scope":"once","by":"clerk","authenticity":"server"}
{"seq":2,"kind":"exec.started","exec":"e1","tool":"send","args":{}}
`;

/** A trio on that trace: without the approval it would have reached the forbidden state. */
export const tracedTrio = (id: string, more: Partial<TrioText> = {}): string =>
  trioYaml({ id, attack: '  trace: runs/send.jsonl\n', negative: '  edit: [{ drop: 1 }]\n', ...more });
