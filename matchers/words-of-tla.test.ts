import { expect, it } from 'vitest';
import { sourceText } from '../src/diagnostics/source-text.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { tlaModel } from '../src/tla/tla-model.ts';
import { messageOf } from './testing/fixtures.ts';
import './vitest.ts';

// A scenario knows the texts of its models; a matcher gets nothing but the model.
const MODULES = {
  Pay: `---- MODULE Pay ----
EXTENDS Bookkeeping, Sequences
CONSTANT Payees
VARIABLE paid
Init == paid = <<>>
Pay(p) == paid' = Append(paid, Entry(p))
Next == \\E p \\in Payees : Pay(p)
OnlyApproved == \\A i \\in DOMAIN paid : paid[i].approvedByClerk
====`,
  Bookkeeping: `---- MODULE Bookkeeping ----
Entry(p) == [payee |-> p, approvedByClerk |-> FALSE]
====`,
};
const CONFIG = 'INIT Init\nNEXT Next\nCONSTANT Payees = {"acme", "evil"}\nINVARIANT OnlyApproved\n';
const MAPPING = 'on:\n  - event: exec.started\n    do: { Pay: { p: $args.to } }\n';
const text = (name: keyof typeof MODULES) => sourceText(`${name}.tla`, MODULES[name].replaceAll('\\\\', '\\'));

const trace = (to: string) => [
  { kind: 'exec.started', exec: 'e1', tool: 'pay', args: { to, memo: 'Zebra Street 12', payee: 'Zebra Street 13' } },
];

it('shows the words of the module, of those that it extends and of the configuration, and none of the trace', () => {
  const model = unwrap(
    tlaModel({
      spec: text('Pay'),
      config: sourceText('Pay.cfg', CONFIG),
      mapping: sourceText('Pay.mapping.yaml', MAPPING),
      modules: { read: (name) => (name === 'Bookkeeping' ? text(name) : undefined) },
    }),
  );
  const told = messageOf(() => expect(trace('evil')).toNotReachForbiddenState(model));
  expect(told).toContain('paid: appends [approvedByClerk |-> FALSE, payee |-> evil]');
  expect(told).not.toContain('Zebra');
  const unknown = messageOf(() => expect(trace('Zebra')).toNotReachForbiddenState(model));
  expect(unknown).toContain('[args.to#1]');
  expect(unknown).not.toContain('Zebra');
});
