import { isPlainObject } from "../../kernel/values/json.js";
import { codeIn, refusal } from "./problems.js";
import type { RestSite } from "./wordpress-rest-site.js";
import { searchable, type Taxonomy, type Term, type TermSource } from "./wordpress-terms.js";

const ROUTES: Readonly<Record<Taxonomy, string>> = { category: "/wp/v2/categories", post_tag: "/wp/v2/tags" };
const FIELDS = "id,name,slug,parent";
const PER_PAGE = 100;
/** A name that so many terms hold is looked for no further. */
const MOST_PAGES = 20;

export function restTerms(site: RestSite): TermSource {
  return {
    async search(taxonomy, name, signal) {
      const terms: Term[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = { search: searchable(name), per_page: PER_PAGE, page, hide_empty: "false", _fields: FIELDS };
        const answer = await site.get(ROUTES[taxonomy], { query }, `to search for "${name}"`, signal);
        const found = Array.isArray(answer) ? answer.flatMap(termIn) : [];
        terms.push(...found);
        if (found.length < PER_PAGE) break;
      }
      return terms;
    },
    async create(taxonomy, name, parent, signal) {
      const fields = taxonomy === "category" ? { name, parent } : { name };
      const request = { method: "POST", query: { _fields: FIELDS }, fields } as const;
      const answer = await site.ask(ROUTES[taxonomy], request, signal);
      if (answer.status === 201) return termIn(answer.json)[0];
      // Another may have made it in between, or the search of the blog does not see it.
      if (codeIn(answer.json) === "term_exists") return await existing(site, taxonomy, answer.json, name, signal);
      if (answer.status === 403 && answer.json !== undefined) return undefined;
      throw refusal(site.host, { ...answer, changes: false }, `to make "${name}"`);
    },
  };
}

async function existing(
  site: RestSite,
  taxonomy: Taxonomy,
  refused: unknown,
  name: string,
  signal: AbortSignal,
): Promise<Term | undefined> {
  const data = isPlainObject(refused) && isPlainObject(refused["data"]) ? refused["data"] : {};
  const id = Number(data["term_id"]);
  if (!Number.isInteger(id) || id <= 0) return undefined;
  const route = `${ROUTES[taxonomy]}/${id}`;
  return termIn(await site.get(route, { query: { _fields: FIELDS } }, `to look "${name}" up`, signal))[0];
}

function termIn(json: unknown): Term[] {
  if (!isPlainObject(json) || typeof json["id"] !== "number") return [];
  const { id, name, slug, parent } = json;
  return [{ id, name: String(name ?? ""), slug: String(slug ?? ""), parent: typeof parent === "number" ? parent : 0 }];
}
