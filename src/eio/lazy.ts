/** A value computed on first use. */
export function lazy<T>(compute: () => T): () => T {
  let value: { readonly it: T } | undefined;
  return () => {
    value ??= { it: compute() };
    return value.it;
  };
}
