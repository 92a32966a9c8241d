import { isPlainObject } from "../../kernel/values/json.js";
import { matching, searchable, type Taxonomy, type Term, type TermSource } from "./wordpress-terms.js";
import { RpcFault, type RpcSite, translated } from "./wordpress-xmlrpc-site.js";

const PER_PAGE = 100;
const MOST_PAGES = 20;

export function rpcTerms(site: RpcSite): TermSource {
  const search = async (taxonomy: Taxonomy, name: string, signal: AbortSignal) => {
    const terms: Term[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const filter = { search: searchable(name), number: PER_PAGE, offset: page * PER_PAGE, hide_empty: false };
      const what = `to search for "${name}"`;
      const answer = await translated(site.host, what, () =>
        site.call("wp.getTerms", [taxonomy, filter], what, signal),
      );
      const found = Array.isArray(answer) ? answer.flatMap(termIn) : [];
      terms.push(...found);
      if (found.length < PER_PAGE) break;
    }
    return terms;
  };
  return {
    search,
    async create(taxonomy, name, parent, signal) {
      const what = `to make "${name}"`;
      const fields = { taxonomy, name, ...(parent > 0 ? { parent } : {}) };
      try {
        const id = Number(await site.call("wp.newTerm", [fields], what, signal));
        return { id, name, slug: "", parent };
      } catch (error) {
        if (!(error instanceof RpcFault)) throw error;
        if (error.code === 401) return undefined;
        // Another may have made it in between.
        const there = matching(await search(taxonomy, name, signal), name, parent);
        if (there !== undefined) return there;
        return await translated(site.host, what, () => Promise.reject(error));
      }
    },
  };
}

function termIn(value: unknown): Term[] {
  if (!isPlainObject(value)) return [];
  const id = Number(value["term_id"]);
  if (!Number.isInteger(id) || id <= 0) return [];
  const parent = Number(value["parent"]) || 0;
  return [{ id, name: String(value["name"] ?? ""), slug: String(value["slug"] ?? ""), parent }];
}
