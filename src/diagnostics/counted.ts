/** A number with its noun: `1 trio`, `2 trios`, `0 trios`. */
export const counted = (number: number, noun: string, several = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : several}`;
