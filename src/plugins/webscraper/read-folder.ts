import { runCodeOf, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import type { LineRows } from "./line-rows.js";
import type { LineContext } from "./preparation.js";

const MEDIA_TYPES: Readonly<Record<string, string>> = { json: "application/json", xml: "application/xml" };

/** By the ending of its name. */
export function mediaTypeOf(path: string): string {
  return MEDIA_TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "text/html";
}

/** Endings of names of the files that are read. */
export const PAGE_EXTENSIONS = ["html", "htm", "json", "xml"] as const;

/** Reads the saved pages of a folder. Throws PAGE_UNREADABLE for one that holds none, and what keeps it from being listed. */
export async function readFolder(name: string, context: LineContext, put: LineRows): Promise<void> {
  const { providers, signal, log } = context;
  const { folder } = providers;
  if (folder === undefined)
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("folder")} ${toHaveProvider("folder")}`, {
      provider: "folder",
    });
  const files = await folder.list(name, { extensions: PAGE_EXTENSIONS, signal });
  if (files.length === 0) {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `The folder "${shown(name)}" holds no html, json or xml file. Put the pages there or name another folder.`,
      { folder: shown(name) },
    );
  }
  for (const [index, { path }] of files.entries()) {
    try {
      const text = await folder.read(name, path, { signal });
      const mediaType = mediaTypeOf(path);
      await put.page({ text, mediaType, facts: { _url: path, _page: 1 } }, { isNext: false });
    } catch (error) {
      if (signal.aborted || !ScriptoriumError.is(error)) throw error;
      log.warn(error.message, runCodeOf(error));
      put.failure(path, error, 1);
    }
    context.progress({ parts: { done: index + 1, found: files.length } });
  }
}
