/**
 * Tells new messages from a history that every request repeats: a message is new if it stands in this request more often than in any before. `begin` starts a
 * request, `add` counts a message that was not asked about, such as an answer.
 */
export interface History {
  begin(): void;
  isNew(key: string): boolean;
  add(key: string): void;
}

export function history(): History {
  const known = new Map<string, number>();
  let here = new Map<string, number>();
  const count = (key: string): number => {
    const next = (here.get(key) ?? 0) + 1;
    here.set(key, next);
    return next;
  };
  return {
    begin() {
      here = new Map();
    },
    isNew(key) {
      const times = count(key);
      if (times <= (known.get(key) ?? 0)) return false;
      known.set(key, times);
      return true;
    },
    add(key) {
      known.set(key, Math.max(known.get(key) ?? 0, count(key)));
    },
  };
}
