import { isSecretName } from "../secrets/secret-names.js";
import { isPlainObject, type JsonObject, shown } from "../values/json.js";
import { checkedQuery } from "./search/checked-query.js";
import { checkNoSecret, checkPath, entriesOf, QUERY_LIMITS, refused, type SecretPaths } from "./search/refused.js";

/** What a search asks for, before it is checked. */
export interface TaskSearch {
  /** MongoDB-style filter; `{}` or absent matches every task. */
  readonly query?: unknown;
  /** MongoDB-style projection of 0, 1, true and false. */
  readonly projection?: unknown;
  /** How many matches to pass over. */
  readonly skip?: unknown;
  /** How many matches at most. */
  readonly limit?: unknown;
  /** `{path: 1}` or `{path: -1}`, several in order; or text: `name`, `-createdAt`, separated by commas. */
  readonly sort?: unknown;
}

/** Path by path, 1 to show it and 0 to leave it out. */
export type CheckedProjection = Readonly<Record<string, 0 | 1>>;

export interface SortedBy {
  readonly path: string;
  readonly direction: 1 | -1;
}

export interface CheckedSearch {
  /** Regular expressions are rewritten to the operator `$re2`, whose value is `{pattern, options}`. */
  readonly query: JsonObject;
  readonly projection: CheckedProjection;
  readonly skip: number;
  readonly limit: number;
  readonly sort: readonly SortedBy[];
}

/** Paths with a segment that is named like a secret. */
const namedLikeSecrets: SecretPaths = (segments) => segments.some(isSecretName);

/** Checks all of a search. Throws QUERY_REFUSED naming the operator, path or member. */
export function checkedSearch(search: TaskSearch, isSecret: SecretPaths = namedLikeSecrets): CheckedSearch {
  return {
    query: checkedQuery(search.query, isSecret),
    projection: checkedProjection(search.projection),
    skip: wholeNumber("skip", search.skip) ?? 0,
    limit: wholeNumber("limit", search.limit) ?? Number.POSITIVE_INFINITY,
    sort: checkedSort(search.sort, isSecret),
  };
}

function checkedProjection(projection: unknown): CheckedProjection {
  if (projection === undefined) return {};
  if (!isPlainObject(projection)) throw refused('The member "projection" must be an object', { member: "projection" });
  const result: Record<string, 0 | 1> = {};
  const paths = entriesOf(projection);
  if (paths.length > QUERY_LIMITS.projectionPaths)
    throw refused(`The projection has more than ${QUERY_LIMITS.projectionPaths} paths`);
  for (const [path, value] of paths) {
    checkPath(path);
    if (value !== 0 && value !== 1 && value !== true && value !== false) {
      throw refused(`The projection of "${shown(path)}" must be 0 or 1`, { path: shown(path) });
    }
    result[path] = value ? 1 : 0;
  }
  const named = Object.keys(result);
  const others = named.filter((path) => path !== "_id");
  const odd = others.find((path) => result[path] !== result[others[0]!]);
  if (odd !== undefined) {
    throw refused(
      `The projection mixes 0 and 1, which only "_id" may do: "${shown(others[0]!)}" and "${shown(odd)}" differ`,
      { path: shown(odd) },
    );
  }
  for (const path of named) {
    const outer = named.find((other) => path.startsWith(`${other}.`));
    if (outer !== undefined) {
      throw refused(`The projection names both "${shown(outer)}" and "${shown(path)}" inside it`, {
        path: shown(path),
      });
    }
  }
  // Where others are left out "_id" is there anyway, and mingo does not take a 1 next to a 0.
  if (result["_id"] === 1 && result[others[0]!] === 0) delete result["_id"];
  return result;
}

function checkedSort(sort: unknown, isSecret: SecretPaths): CheckedSearch["sort"] {
  if (sort === undefined || sort === "") return [];
  const parts: [string, unknown][] =
    typeof sort === "string"
      ? sort.split(",").map((part) => (part.startsWith("-") ? [part.slice(1), -1] : [part, 1]))
      : isPlainObject(sort)
        ? Object.entries(sort)
        : [];
  if (parts.length === 0 || parts.length > 8)
    throw refused('"sort" takes one to eight paths, such as {"name": 1}', { member: "sort" });
  return parts.map(([path, direction]) => {
    checkPath(path);
    checkNoSecret(path, isSecret);
    if (direction !== 1 && direction !== -1)
      throw refused(`The direction of "${shown(path)}" must be 1 or -1`, { member: "sort", path: shown(path) });
    return { path, direction };
  });
}

function wholeNumber(member: string, value: unknown): number | undefined {
  if (value === undefined || value === "") return undefined;
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(number) || Number(number) < 0) {
    throw refused(`"${member}" must be a whole number, 0 or more`, { member });
  }
  return number as number;
}
