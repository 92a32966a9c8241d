// Measures of what is read of a page besides its content. docs/quality.md says what each is for.

/** Words in lower case, without apostrophes, signs and accents of width. */
function wordsOf(text) {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/['’‘`´]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Harmonic mean of precision and recall over two bags of words. */
function likeness(found, wanted) {
  const left = new Map();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(word, count - 1);
  }
  return found.length + wanted.length === 0 ? 1 : (2 * common) / (found.length + wanted.length);
}

/** One minus the edit distance (Levenshtein 1966) by the length of the longer text. */
function sameness(one, other) {
  const length = Math.max(one.length, other.length);
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const changed = row[to - 1] + Number(one[at - 1] !== other[to - 1]);
      next.push(Math.min(row[to] + 1, next[to - 1] + 1, changed));
    }
    row = next;
  }
  return length === 0 ? 1 : 1 - row.at(-1) / length;
}

/**
 * Whether two short texts are nearly the same. Compared are their words in lower case, without signs: they are near when
 * their bags of words agree with F1 of 0.8 or more, when 85 % of their characters are the same by edit distance, or when one
 * is a run of words of the other and at least half as long. An empty text is near to nothing.
 */
export function isNear(found, wanted) {
  const [has, wants] = [wordsOf(found), wordsOf(wanted)];
  if (has.length === 0 || wants.length === 0) return false;
  const [one, other] = [has.join(" "), wants.join(" ")];
  if (likeness(has, wants) >= 0.8 || sameness(one, other) >= 0.85) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return ` ${long} `.includes(` ${short} `) && 2 * short.split(" ").length >= long.split(" ").length;
}

const DEGREE = /^[A-Z][A-Z.®-]{0,7}$|^(?:Ph\.?D|M\.?D|Dr|Jr|Sr)\.?$/;

/** The names in a text that lists them, without degrees. */
function namesIn(text) {
  return text
    .split(/\s*(?:[,;&|/]|\s(?:and|und|et|with)\s)\s*/i)
    .filter((name) => wordsOf(name).length > 0 && !DEGREE.test(name.trim()));
}

/**
 * Whether the authors found are nearly those wanted: both as whole texts, or at least half of the names found, and one of
 * them, each near to a name wanted. Who is named twice counts once, degrees do not count, and what stands behind the names
 * may be missing ("Jane Doe, Senior Editor").
 */
export function areAuthorsNear(found, wanted) {
  const given = [...new Set(found.flatMap(namesIn))];
  const names = namesIn(wanted);
  if (given.length === 0) return false;
  if (isNear(found.join(" "), wanted) || isNear(given.join(" "), names.join(" "))) return true;
  const right = given.filter((name) => names.some((one) => isNear(name, one)));
  return right.length > 0 && 2 * right.length >= given.length;
}

/** Whether two dates, or moments of ISO 8601, name the same day as they are written. */
export function isSameDay(found, wanted) {
  return /^\d{4}-\d\d-\d\d/.test(found) && found.slice(0, 10) === wanted.slice(0, 10);
}

const JUNK =
  /^(?:(?:view|see|show|read|load|get|visit|follow|click|sign|log|subscribe|share|back|go)\b.*|.*\b(?:more posts|min(?:ute)?s? read|read more|no author|in touch)\b.*|\d+\s?m read|page \d+|podcasts?|admin(?:istrator)?|reviews?|activities|authors?|unknown|none|null|undefined|n\/a|home|menu|by|posted|.*(?:https?:|www\.|@|[{}<>=]).*|[\W\d_]*)$/i;

/** Whether a text can be nobody's name: words of buttons and labels, values left empty, addresses. */
export function isAuthorJunk(name) {
  return JUNK.test(name.trim()) || name.trim().split(/\s+/).length > 8;
}

/** Whether a title is only the name of the site, on a page below the site's first. */
export function isSiteTitle(title, { site, url }) {
  const address = URL.parse(url);
  if (address === null || address.pathname.length < 2) return false;
  const key = wordsOf(title).join("");
  const hosts = address.hostname.replace(/^www\./, "");
  const names = [site, hosts, hosts.split(".")[0], hosts.split(".").at(-2) ?? ""].map((one) => wordsOf(one).join(""));
  return key !== "" && names.includes(key);
}
