export interface MountOptions {
  /** The path the API is mounted under, such as `/content`; none by default. Frameworks that strip it need none. */
  readonly basePath?: string;
}

/**
 * Takes the base path off the target of a request: `/content` makes `/test` of `/content/test`. Undefined for what is not
 * below it.
 */
export function belowBase(basePath: string): (target: string) => string | undefined {
  const base = withoutSlashes(basePath);
  if (base === "") return (target) => target;
  return (target) => {
    if (!target.startsWith(base)) return undefined;
    const rest = target.slice(base.length);
    if (rest.startsWith("/")) return rest;
    return rest === "" || rest.startsWith("?") ? `/${rest}` : undefined;
  };
}

/** The target that stands for one outside the base path: nothing there is the API's, whatever its own routes are called. */
export const outside = (target: string): string => `/..${target}`;

/** A base path as it stands before a target. */
export const withoutSlashes = (basePath: string): string => basePath.replace(/\/+$/, "");
