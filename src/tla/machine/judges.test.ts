import { expect, it } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { definitions, textMachine } from '../testing/text-model.ts';

it('an invariant that cannot be compiled is an error of its own, and nothing explains it', () => {
  const body = 'Op == LET n == 1 IN part:: v = n\nInv == v = 0 /\\ Op!part\nFine == v = 0';
  const machine = textMachine(definitions(body), 'INIT Init\nNEXT Next\nINVARIANTS Inv Fine');
  const [state] = unwrap(machine.initial());
  expect(machine.invariant(state!, 'Inv')).toMatchObject({ kind: 'error', error: { code: 'tla/unsupported' } });
  expect(machine.explain(state!, 'Inv')).toEqual([]);
  expect(machine.invariant(state!, 'Fine')).toMatchObject({ kind: 'decided', holds: true });
});
