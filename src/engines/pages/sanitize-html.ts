/** No page that people read is longer without its scripts, has more tags or nests deeper; what goes beyond is made to hurt. */
const MAX_INPUT = 20_000_000;
const MAX_LENGTH = 2_000_000;
const MAX_TAGS = 30_000;
const MAX_DEPTH = 200;
const MAX_TAG_LENGTH = 4_000;
/** A whole text may be stated in one. */
const MAX_META_LENGTH = 30_000;

/** Elements whose content is never text of the page. */
const SKIPPED = new Set(
  "script style template svg math iframe object textarea select canvas video audio map applet".split(" "),
);
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Elements that end by themselves when another of the kind begins. */
const SELF_CLOSING = new Set("p li dt dd tr td th option thead tbody tfoot".split(" "));
const HEADING = /^h[1-6]$/;

/**
 * The page in a form that any parser can take: without scripts, styles and comments, bounded in length, in tags and in
 * depth. Tags beyond the depth are left out and their text stays. Takes time in proportion to the length. `script` is told of
 * each script that is left out: its tag and what is in it.
 */
export function sanitizeHtml(html: string, script?: (tag: string, content: string) => void): string {
  const text = html.length > MAX_INPUT ? html.slice(0, MAX_INPUT) : html;
  const kept: string[] = [];
  let length = 0;
  const keep = (piece: string) => {
    const fitting = piece.length > MAX_LENGTH - length ? piece.slice(0, MAX_LENGTH - length) : piece;
    length += fitting.length;
    kept.push(fitting);
  };
  const open: string[] = [];
  const unending = new Set<string>();
  let tooDeep = 0;
  let tags = 0;
  let at = 0;
  while (at < text.length && length < MAX_LENGTH) {
    const start = text.indexOf("<", at);
    if (start < 0) {
      keep(text.slice(at));
      break;
    }
    keep(text.slice(at, start));
    const next = text.charCodeAt(start + 1);
    if (next === EXCLAMATION || next === QUESTION) {
      const comment = text.startsWith("<!--", start);
      const end = comment ? text.indexOf("-->", start + 4) : text.indexOf(">", start);
      if (end < 0) break;
      at = end + (comment ? 3 : 1);
      continue;
    }
    const closing = next === SLASH;
    const name = tagName(text, start + (closing ? 2 : 1));
    if (name === "") {
      keep("&lt;");
      at = start + 1;
      continue;
    }
    const end = tagEnd(text, start + 1);
    // As in browsers, a tag that never ends swallows what is left.
    if (end < 0) break;
    at = end + 1;
    if (SKIPPED.has(name)) {
      if (!closing && !unending.has(name) && text.charCodeAt(end - 1) !== SLASH) {
        const close = new RegExp(`</${name}[\\s>/]`, "gi");
        close.lastIndex = at;
        const found = close.exec(text);
        if (found === null) unending.add(name);
        else {
          if (name === "script") script?.(text.slice(start, at), text.slice(at, found.index));
          at = found.index;
        }
      }
      continue;
    }
    if (closing) {
      if (tooDeep > 0) tooDeep -= 1;
      else {
        const from = open.lastIndexOf(name);
        if (from >= 0) {
          open.length = from;
          keep(`</${name}>`);
        }
      }
      continue;
    }
    if (!VOID.has(name)) {
      const last = open.at(-1);
      if (tooDeep === 0 && last !== undefined && endsBefore(last, name)) {
        open.pop();
        // Said aloud, because parsers differ in which of them they close.
        keep(`</${last}>`);
      }
      if (tooDeep > 0 || open.length >= MAX_DEPTH) {
        tooDeep += 1;
        // A space keeps the words of two paragraphs apart when their tags are gone.
        keep(" ");
        continue;
      }
      open.push(name);
    }
    tags += 1;
    if (tags > MAX_TAGS) break;
    const longest = name === "meta" ? MAX_META_LENGTH : MAX_TAG_LENGTH;
    keep(end - start > longest ? `<${name}>` : text.slice(start, at));
  }
  return kept.join("");
}

/** Whether an element ends by itself where one of another name begins. */
function endsBefore(open: string, name: string): boolean {
  return SELF_CLOSING.has(name) ? open === name : HEADING.test(open) && HEADING.test(name);
}

const EXCLAMATION = 33;
const SLASH = 47;
const QUESTION = 63;

function tagName(text: string, from: number): string {
  let to = from;
  while (to < text.length && to - from < 40 && isNameCharacter(text.charCodeAt(to), to > from)) to += 1;
  return text.slice(from, to).toLowerCase();
}

function isNameCharacter(code: number, notFirst: boolean): boolean {
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return letter || (notFirst && ((code >= 48 && code <= 58) || code === 45));
}

/** Where the tag ends, minding `>` in quoted values; -1 when it does not. */
function tagEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === ">") return at;
    if ((character === '"' || character === "'") && text[at - 1] === "=") {
      const close = text.indexOf(character, at + 1);
      if (close < 0) return text.indexOf(">", at);
      at = close;
    }
    at += 1;
  }
  return -1;
}
