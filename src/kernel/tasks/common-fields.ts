let loading: Promise<typeof import("./common-options.js").commonOptions> | undefined;

/** `commonOptions`, loaded with the first task, because of zod. Node takes 20 µs for an import of what is loaded already. */
export function commonFields() {
  loading ??= import("./common-options.js").then(({ commonOptions }) => commonOptions);
  return loading;
}
