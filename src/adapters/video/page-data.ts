import { textAt } from "./json-walk.js";

/** What the pages of the service say of how to ask it further. */
export interface PageSettings {
  readonly key: string;
  readonly clientVersion: string;
  readonly visitorData: string;
}

/** Of an assignment this many tries are made: the name also stands in programs. */
const MAX_TRIES = 8;

/** The object that a script of the page assigns to the name; undefined when there is none that can be read. */
export function assignedObject(html: string, name: string): unknown {
  const assignment = new RegExp(`${name}(?:["']\\])?\\s{0,9}=\\s{0,9}(?=\\{)`, "g");
  let tries = 0;
  for (const match of html.matchAll(assignment)) {
    tries += 1;
    if (tries > MAX_TRIES) break;
    const found = objectAt(html, match.index + match[0].length);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function pageSettings(html: string): PageSettings {
  const start = /ytcfg\.set\(\s{0,9}(?=\{"(?:CLIENT_CANARY_STATE|EXPERIMENT|INNERTUBE|[A-Z_]+)")/.exec(html);
  const settings = start === null ? undefined : objectAt(html, start.index + start[0].length);
  const member = (name: string) => new RegExp(`"${name}":\\s{0,3}"([\\w.%=-]{1,400})"`).exec(html)?.[1] ?? "";
  return {
    key: textAt(settings, "INNERTUBE_API_KEY") || member("INNERTUBE_API_KEY"),
    clientVersion: textAt(settings, "INNERTUBE_CLIENT_VERSION") || member("INNERTUBE_CLIENT_VERSION"),
    visitorData: textAt(settings, "INNERTUBE_CONTEXT", "client", "visitorData") || member("visitorData"),
  };
}

/** The JSON object that begins here. */
function objectAt(text: string, start: number): unknown {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = stringEnd(text, at);
    } else if (character === "{") {
      depth += 1;
    } else if (character === "}") {
      depth -= 1;
      if (depth === 0) return parsed(text.slice(start, at + 1));
    }
  }
  return undefined;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
