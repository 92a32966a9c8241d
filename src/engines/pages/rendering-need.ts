import { Parser } from "htmlparser2";
import { isBreaking, isSilent } from "./links/page-tags.js";

/** Why what came from the server is not yet the page that people see. */
export type RenderingNeed = "few-words" | "app-frame";

/** A page with more words than this has something to read, whatever its scripts add. */
const ENOUGH_WORDS = 200;
/** Below this a page with scripts is hardly all of it. */
const FEW_WORDS = 50;
const SLICE = 16_384;

/**
 * Whether a browser is needed to see a page: it has scripts and next to no words, or few words and the empty element of an
 * application or a note that JavaScript is wanted. Undefined for a page that can be read as it came; reading ends as soon as
 * that is known.
 */
export function renderingNeed(html: string): RenderingNeed | undefined {
  const seen = new Seen();
  for (let at = 0; at < html.length && seen.words < ENOUGH_WORDS; at += SLICE) seen.read(html.slice(at, at + SLICE));
  if (seen.words >= ENOUGH_WORDS) return undefined;
  seen.end();
  if (seen.words >= ENOUGH_WORDS || !seen.hasScripts) return undefined;
  if (seen.wantsJavaScript || seen.hasEmptyRoot) return "app-frame";
  return seen.words < FEW_WORDS ? "few-words" : undefined;
}

class Seen {
  words = 0;
  hasScripts = false;
  wantsJavaScript = false;
  hasEmptyRoot = false;
  private silent = 0;
  private unscripted = 0;
  private isInWord = false;
  /** Of the newest element that may hold an application, until something is in it. */
  private root: string | undefined;
  private readonly parser: Parser;

  constructor() {
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => this.open(name, attributes),
        ontext: (text) => this.text(text),
        onclosetag: (name) => this.close(name),
      },
      { decodeEntities: false },
    );
  }

  read(html: string): void {
    this.parser.write(html);
  }

  end(): void {
    this.parser.end();
  }

  private open(name: string, { src, type, id, href, "http-equiv": equivalent }: Record<string, string>): void {
    if (isBreaking(name)) this.isInWord = false;
    if (name === "script")
      this.hasScripts ||= src !== undefined || type === undefined || /javascript|module/i.test(type);
    if (name === "link" && /\.m?js(?:$|\?)/i.test(href ?? "")) this.hasScripts = true;
    // A page that leads on without scripts says so itself.
    if (name === "meta" && /^refresh$/i.test(equivalent ?? "")) this.root = undefined;
    if (name === "noscript") this.unscripted += 1;
    else if (isSilent(name)) this.silent += 1;
    else this.root = ROOT_ELEMENT.test(name) || (name === "div" && ROOT_ID.test(id ?? "")) ? name : undefined;
  }

  private text(text: string): void {
    if (this.unscripted > 0) {
      this.wantsJavaScript ||= /javascript/i.test(text);
      return;
    }
    if (this.silent > 0) return;
    for (const character of text) {
      const isSpace = character.trim() === "";
      if (!isSpace && !this.isInWord) this.words += 1;
      this.isInWord = !isSpace;
    }
    if (text.trim() !== "") this.root = undefined;
  }

  private close(name: string): void {
    if (isBreaking(name)) this.isInWord = false;
    if (name === "noscript") this.unscripted = Math.max(0, this.unscripted - 1);
    else if (isSilent(name)) this.silent = Math.max(0, this.silent - 1);
    else if (this.root === name) {
      this.hasEmptyRoot = true;
      this.root = undefined;
    }
  }
}

// What frameworks call the element they draw into: React, Vue, Next, Nuxt, Gatsby, Svelte, Angular and their like.
const ROOT_ID =
  /^(?:_{0,3}(?:next|nuxt|gatsby)|(?:react-?|vue-?|svelte-?)?(?:app|root|main)(?:-?(?:root|app|container|mount))?|mount)$/i;
const ROOT_ELEMENT = /^(?:app|[a-z]+-(?:app|root))$/;
