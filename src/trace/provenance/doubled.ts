/** An array of twice the length that begins with the given one. */
export const doubled = (array: Int32Array): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
};
