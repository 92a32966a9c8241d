/** A module that is loaded when it is first needed: `import()` of one that is loaded already takes about 20 µs each time. */
export function loadedOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
