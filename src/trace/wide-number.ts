/** Digits by which every double is told from its neighbours (IEEE 754): whoever writes a double needs no more. */
const DOUBLE_DIGITS = 17;

/**
 * Whether a double is another number than the one that is written: a whole number that comes out with other digits, one with more digits than any
 * double needs, one without bounds, or one that is not zero and becomes it. `number` is a number of JSON, with or without its sign.
 */
export function isWideNumber(number: string): boolean {
  const digits = number.startsWith('-') ? number.slice(1) : number;
  if (/^\d+$/.test(digits)) return digits.length > 15 && String(Number(digits)) !== digits;
  if (digits.length <= DOUBLE_DIGITS && !/[eE]/.test(digits)) return false;
  const [mantissa = ''] = digits.split(/[eE]/);
  const significant = mantissa.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  const value = Number(digits);
  return (
    value === Number.POSITIVE_INFINITY || (value === 0 && significant !== '') || significant.length > DOUBLE_DIGITS
  );
}
