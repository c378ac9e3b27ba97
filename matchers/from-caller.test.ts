import { expect, test } from 'vitest';
import { modelMatchers } from './model-matchers.ts';
import { traceMatchers } from './trace-matchers.ts';

const { toHaveGuardsCoveredBy: _later, toMatchEvidenceSnapshot: _snapshot, ...now } = traceMatchers(expect as never);

test.each(Object.entries({ ...now, ...modelMatchers }))(
  '%s shows what is wrong with its input where it is called, not inside of the package',
  (_name, matcher) => {
    const call = (): unknown => Reflect.apply(matcher, { isNot: false }, [Promise.resolve(), Promise.resolve()]);
    let stack = '';
    try {
      call();
    } catch (error) {
      stack = String((error as Error).stack);
    }
    const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
    expect(stack).toContain('[matchers/not-a-');
    expect(frames[0]).not.toMatch(/matchers\/(?!from-caller\.test)/);
  },
);
