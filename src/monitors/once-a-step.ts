/** The function, worked out once for all guards of a step, which are asked with the same object. Keeps the last answer only. */
export function onceAStep<M extends object, T>(work: (model: M) => T): (model: M) => T {
  let last: { readonly model: M; readonly answer: T } | null = null;
  return (model) => {
    if (last?.model !== model) last = { model, answer: work(model) };
    return last.answer;
  };
}
