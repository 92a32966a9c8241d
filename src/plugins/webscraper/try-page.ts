import { type JsonObject, ScriptoriumError, shown, type WebSession } from "../../kernel/index.js";
import { withoutLogins } from "../_kit/web/logins.js";
import { completeAddresses, webSession } from "../_kit/web/options.js";
import { pageSource } from "../_kit/web/page-source.js";
import { endReading } from "../_kit/web/run-web.js";
import { completeAddress, folderOf, sessionAddresses } from "./addresses.js";
import { refuseRendering } from "./checks.js";
import type { Trying } from "./options.js";
import { mediaTypeOf, PAGE_EXTENSIONS } from "./read-folder.js";
import { lookOf, renderingOf } from "./reading.js";

/** The page that rules are tried on. */
export interface TriedPage {
  readonly text: string;
  readonly url: string;
  readonly mediaType: string;
  /** What the answer says of it. */
  readonly facts: JsonObject;
  /** The same page as a browser shows it; absent where it comes from none or was shown in one already. */
  shownInBrowser?(): Promise<TriedPage>;
}

/**
 * The page that a call names: one that is given, one that is fetched as a run does it, or the first of the task. Throws
 * TRY_REFUSED where there is none, and what keeps it from being read.
 */
export async function triedPage(
  { url, html }: { readonly url: string; readonly html: string },
  context: Trying,
): Promise<TriedPage> {
  const { lines } = context;
  const [given] = completeAddresses([url]);
  const named = given === undefined ? undefined : withoutLogins(given);
  if (url.trim() !== "" && named === undefined) {
    throw new ScriptoriumError(
      "TRY_REFUSED",
      `url is "${shown(withoutLogins(url))}", which is no address of a page. Write it as https://example.org/page.`,
    );
  }
  if (html.trim() !== "") {
    const mediaType = /^\s*[[{]/.test(html)
      ? "application/json"
      : /^\s*<\?xml\b(?![\s\S]{0,300}<html)/.test(html)
        ? "application/xml"
        : "text/html";
    const address = named ?? "";
    return {
      text: html,
      url: address,
      mediaType,
      facts: { url: address, status: 0, mediaType, characters: html.length, rendered: "" },
    };
  }
  const [first] = lines;
  const folder = named === undefined && first !== undefined ? folderOf(first) : undefined;
  if (folder !== undefined) return await firstOfFolder(folder, context);
  const address = named ?? (first === undefined ? undefined : completeAddress(first));
  if (address === undefined) {
    throw new ScriptoriumError(
      "TRY_REFUSED",
      'There is no page to try the rules on: the task has none. Give "url", or a saved page as "html".',
    );
  }
  const page = await fetched(address, context, given);
  if (page.facts["rendered"] !== "" || page.mediaType !== "text/html") return page;
  const options = { ...context.options, browser: "always" } as const;
  return { ...page, shownInBrowser: () => fetched(address, { ...context, options }, given) };
}

async function firstOfFolder(name: string, { providers, signal }: Trying): Promise<TriedPage> {
  const files = (await providers.folder?.list(name, { extensions: PAGE_EXTENSIONS, signal })) ?? [];
  const [file] = files;
  if (file === undefined) {
    throw new ScriptoriumError(
      "TRY_REFUSED",
      `The folder "${shown(name)}" holds no html, json or xml file. Put the pages there or name another folder.`,
    );
  }
  const text = await providers.folder!.read(name, file.path, { signal });
  const mediaType = mediaTypeOf(file.path);
  return {
    text,
    url: file.path,
    mediaType,
    facts: { url: file.path, status: 0, mediaType, characters: text.length, rendered: "" },
  };
}

/** Headers and cookies of the task go to its own sites, whatever page is tried; a login in its address goes to its site. */
function sessionOf(given: string, pages: readonly string[], options: Trying["options"], runId: string): WebSession {
  if (pages.length === 0) return webSession(options, runId, [given]);
  if (withoutLogins(given) === given) return webSession(options, runId, pages);
  const isOwn = completeAddresses(pages).some((page) => URL.parse(page)?.origin === URL.parse(given)?.origin);
  return isOwn
    ? webSession(options, runId, [given, ...pages])
    : webSession({ ...options, headers: {}, cookiesFile: [] }, runId, [given]);
}

/** `given` is the address as the call names it, with its login. */
async function fetched(address: string, context: Trying, given = address): Promise<TriedPage> {
  const { lines, runId, providers } = context;
  const options = { ...context.options, recordExchanges: false };
  refuseRendering(options, providers.browser !== undefined);
  const session = sessionOf(given, sessionAddresses(lines, options), options, runId);
  const [render, look] = [renderingOf(options), lookOf(options)];
  try {
    const source = pageSource({ ...context, options }, session);
    const { page, why } = await source.page(address, { maxBytes: options.maxBytes, look, ...(render && { render }) });
    const { text, url, status, mediaType } = page;
    return { text, url, mediaType, facts: { url, status, mediaType, characters: text.length, rendered: why } };
  } finally {
    await Promise.all([endReading({ ...context, options }), providers.browser?.forget?.(runId)]);
  }
}
