import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePointsOf } from './code-points.ts';

it('counts the code points before every offset that splits no pair', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '🙂', '\ud800', '\udc00', 'é', '𝒳')), (characters) => {
      const text = characters.join('');
      const points = codePointsOf(text);
      let offset = 0;
      for (const [at, character] of [...text].entries()) {
        expect(points(offset)).toBe(at);
        offset += character.length;
      }
      expect(points(offset)).toBe([...text].length);
    }),
  );
});
