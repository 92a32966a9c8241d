/** `error`: visitors or search engines do not get what they came for. `warning`: they are worse off. `notice`: may be meant. */
export type Severity = "error" | "warning" | "notice";

interface About {
  readonly severity: Severity;
  readonly title: string;
  /** What it means, and what to do. */
  readonly advice: string;
}

const about = (severity: Severity, title: string, advice: string): About => ({ severity, title, advice });

/** What is looked for, in the order in which a report shows it. */
export const ISSUES = {
  "broken-link": about(
    "error",
    "Broken links",
    "Pages link to an address that answers with an error or not at all. Correct or remove the links.",
  ),
  "broken-page": about(
    "error",
    "Broken addresses",
    "A start address, or one that a sitemap names, answers with an error or not at all. Correct it where it is named.",
  ),
  "redirect-to-broken": about(
    "error",
    "Redirects to nothing",
    "The redirect ends at an address that answers with an error or not at all. Point it to a page.",
  ),
  "redirect-loop": about(
    "error",
    "Redirects in a circle",
    "The redirect never ends at a page. Correct where it leads.",
  ),
  "soft-404": about(
    "error",
    "Missing pages that answer 200",
    "The page says that it is not there, but its status says that it is. Let it answer 404 or 410, and correct the links to it.",
  ),
  "canonical-broken": about(
    "error",
    "Canonical address is no page",
    "The page names an address as the original that redirects or answers with an error. Name the final address.",
  ),
  "wrong-media-type": about(
    "warning",
    "Files sent as pages",
    "The address sends another kind of file and calls it a page, so browsers show nonsense. Send it with its own media type.",
  ),
  "empty-page": about(
    "warning",
    "Pages without text",
    "The page has no text in its HTML: it is empty, or is filled by scripts only. Send its text, or remove it.",
  ),
  "missing-title": about("warning", "Pages without title", "Give the page a title of its own."),
  "duplicate-title": about(
    "warning",
    "Titles of several pages",
    "Different pages have the same title. Tell them apart.",
  ),
  "duplicate-content": about(
    "warning",
    "Pages with the same content",
    "The same text is at several addresses. Redirect to one of them or name it as the canonical address.",
  ),
  "mixed-content": about(
    "warning",
    "Unencrypted parts in encrypted pages",
    "Images or frames come over http, and browsers block or change them. Use https addresses.",
  ),
  "redirect-chain": about(
    "warning",
    "Redirect chains",
    "The link leads over several redirects. Link and redirect to the final address.",
  ),
  refused: about(
    "warning",
    "Refused to programs",
    "The site answered with a block page or a limit instead of the page. What is there is not known.",
  ),
  "slow-page": about("warning", "Slow pages", "The answer took two seconds or more."),
  "large-page": about("warning", "Large pages", "The page has a million bytes or more, without its images."),
  "missing-h1": about("notice", "Pages without main heading", "Give the page an h1 that says what it is about."),
  "missing-description": about(
    "notice",
    "Pages without description",
    "Search engines then choose what they show. Add a meta description.",
  ),
  "duplicate-description": about(
    "notice",
    "Descriptions of several pages",
    "Different pages have the same description. Write one for each.",
  ),
  "missing-alt": about(
    "notice",
    "Images without alternative text",
    "Say what they show, or give an empty alt to those that decorate.",
  ),
  redirect: about(
    "notice",
    "Links to redirects",
    "The link leads to an address that redirects. Link to where it ends.",
  ),
  "orphan-page": about(
    "notice",
    "Pages that nothing links to",
    "Only a sitemap names the page. Link to it from a page.",
  ),
  "canonical-elsewhere": about(
    "notice",
    "Copies of other pages",
    "The page names another address as the original, and search engines leave it out. See whether that is meant.",
  ),
  noindex: about(
    "notice",
    "Pages kept out of search engines",
    "The page asks not to be listed. See whether that is meant.",
  ),
  nofollow: about(
    "notice",
    "Pages whose links do not count",
    "The page asks not to follow its links. See whether that is meant.",
  ),
  "robots-blocked": about(
    "notice",
    "Forbidden by robots.txt",
    "The address was not fetched, because robots.txt forbids it. See whether that is meant.",
  ),
} satisfies Readonly<Record<string, About>>;

export type IssueType = keyof typeof ISSUES;

/** In the order in which a report shows them. */
export const ISSUE_TYPES = Object.keys(ISSUES) as readonly IssueType[];

/** Issues that are corrected where the links are, and not on the page itself. */
export const OF_LINKS: ReadonlySet<IssueType> = new Set([
  ...(["broken-link", "broken-page", "redirect-to-broken", "redirect-loop", "redirect-chain", "redirect"] as const),
  ...(["soft-404", "refused", "robots-blocked"] as const),
]);
