import { isNoText } from "../../engines/binary-files.js";
import { type FolderEntry, type FolderProvider, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { contentOf, type Fetched } from "../_kit/download/fetching.js";
import { endingOf, isReadable, READABLE } from "./input-line.js";
import type { LineContext } from "./preparation.js";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  pdf: "application/pdf",
};

/** The files of a folder that can be read. Throws FOLDER_REFUSED, FOLDER_UNREADABLE, and PAGE_UNREADABLE for one without. */
export async function filesOf(folder: string, context: LineContext): Promise<readonly FolderEntry[]> {
  await checkFolder(folder, context);
  const entries = await folders(context).list(folder, { extensions: READABLE, signal: context.signal });
  if (entries.length > 0) return entries;
  throw new ScriptoriumError(
    "PAGE_UNREADABLE",
    `The folder "${shown(folder)}" holds no html, md, txt or pdf file. Put the pages there or name another folder.`,
    { folder: shown(folder) },
  );
}

/** Throws FOLDER_REFUSED and FOLDER_UNREADABLE for a folder that may not be read or is not there. */
export async function checkFolder(folder: string, context: Pick<LineContext, "providers">): Promise<void> {
  try {
    await folders(context).check?.(folder);
  } catch (error) {
    throw noAddress(folder, error);
  }
}

/** Throws PAGE_UNREADABLE for a file of no kind that is read. */
export function refuseEnding(path: string): void {
  if (isReadable(path)) return;
  throw unreadable(path, "is no kind of file that can be read", `Give files ending in ${READABLE.join(", ")}.`);
}

export async function readFile(folder: string, path: string, context: LineContext): Promise<Fetched> {
  const { signal, options } = context;
  refuseEnding(path);
  const ending = endingOf(path);
  const file = { finalUrl: "", base: "", httpStatus: 0 };
  const mediaType = MEDIA_TYPES[ending] ?? "text/html";
  const provider = folders(context);
  if (ending !== "pdf") {
    const text = await provider.read(folder, path, { signal });
    refuseLarge(path, Buffer.byteLength(text), options.maxBytes);
    if (isNoText(text)) throw unreadable(path, "is no text, although its name says so", "Leave it out.");
    return { ...file, mediaType, text };
  }
  if (provider.bytes === undefined) {
    throw unreadable(path, "is a PDF file, which this server reads from the web only", "Give its address instead.");
  }
  const bytes = await provider.bytes(folder, path, { signal });
  refuseLarge(path, bytes.byteLength, options.maxBytes);
  return { ...file, ...contentOf(bytes, mediaType) };
}

function folders({ providers }: Pick<LineContext, "providers">): FolderProvider {
  if (providers.folder !== undefined) return providers.folder;
  throw new ScriptoriumError(
    "PROVIDER_MISSING",
    `${noProvider("folder")} Without one no files can be read. ${toHaveProvider("folder")}`,
    { provider: "folder" },
  );
}

/** What has no slash was maybe meant for an address. */
function noAddress(folder: string, error: unknown): unknown {
  if (!ScriptoriumError.is(error) || !error.code.startsWith("FOLDER_") || /[/\\:.]/.test(folder)) return error;
  return new ScriptoriumError(
    error.code,
    `"${shown(folder)}" is no web address, and there is no folder of this name that the server may read. Give an address such as https://example.com/, or start the server with --source-root FOLDER to allow the folder above it.`,
    error.facts,
    { cause: error },
  );
}

function refuseLarge(path: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw unreadable(path, `is larger than the ${maxBytes} bytes of maxBytes`, "Raise it.");
}

function unreadable(path: string, why: string, advice: string): ScriptoriumError {
  return new ScriptoriumError("PAGE_UNREADABLE", `${shown(path)} ${why}. ${advice}`, { path: shown(path) });
}
