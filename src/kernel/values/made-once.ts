/** What `make` gives, made with the first call: for what takes long to make, and which a process may never need. */
export function madeOnce<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
