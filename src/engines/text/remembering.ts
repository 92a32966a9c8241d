/** Gives the value of a key, made when it is first asked for. Of more than `most` values the oldest are forgotten. */
export function remembering<Key, Value>(most: number): (key: Key, make: () => Value) => Value {
  const values = new Map<Key, Value>();
  return (key, make) => {
    const known = values.get(key);
    if (known !== undefined || values.has(key)) return known as Value;
    const value = make();
    if (values.size >= most) values.delete(values.keys().next().value as Key);
    values.set(key, value);
    return value;
  };
}

/** Gives what `make` makes of an object, once for each object. */
export function onceForEach<Of extends WeakKey, Value>(make: (object: Of) => Value): (object: Of) => Value {
  const values = new WeakMap<Of, { readonly value: Value }>();
  return (object) => {
    let known = values.get(object);
    if (known === undefined) {
      known = { value: make(object) };
      values.set(object, known);
    }
    return known.value;
  };
}

/** Loads when it is first asked for, and again only after it failed. */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
