import { checkSelectors } from "../../engines/pages/extraction/selectors.js";
import { resolver } from "../../engines/pages/links/resolver.js";
import { sanitizeHtml } from "../../engines/pages/sanitize-html.js";

/** Whole addresses of the links of a page that a selector finds, or that are in what it finds. */
export type SelectLinks = (html: string, base: string) => Promise<ReadonlySet<string>>;

const MAX_FOUND = 50_000;

/** Undefined for the selector that every link fits. Throws bad-input for one that cannot be used. */
export async function linkSelector(selector: string): Promise<SelectLinks | undefined> {
  const wanted = selector.trim();
  if (wanted === "" || wanted === "a[href]" || wanted === "a") return undefined;
  await checkSelectors({ include: [wanted] }, "linkSelector");
  const { parseHTML } = await import("linkedom");
  return async (html, base) => {
    const whole = resolver(base);
    const found = new Set<string>();
    const take = (href: string | null) => {
      const address = href === null ? undefined : whole(href);
      if (address !== undefined) found.add(address);
    };
    const tame = sanitizeHtml(html);
    const { document } = parseHTML(/<html[\s>]/i.test(tame) ? tame : `<html><body>${tame}</body></html>`);
    for (const element of document.querySelectorAll(wanted)) {
      if (found.size >= MAX_FOUND) break;
      if (element.hasAttribute("href") || element.hasAttribute("src")) {
        take(element.getAttribute("href") ?? element.getAttribute("src"));
      } else for (const link of element.querySelectorAll("a[href]")) take(link.getAttribute("href"));
    }
    return found;
  };
}
