import { isNoText } from "../../engines/binary-files.js";
import { languageOf } from "../../engines/language.js";
import { type FolderProvider, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { fileTitle, type Target } from "./input-line.js";
import { putTranscript, refuseEmpty } from "./one-video.js";
import type { RowPlace } from "./outcome.js";
import type { LineContext } from "./run-state.js";
import { transcriptOf } from "./transcript.js";

type FileTarget = Extract<Target, { kind: "file" }>;

/** Reads a caption file of this machine; nothing is asked of the network. */
export async function scrapeFile(
  { folder, path }: FileTarget,
  line: string,
  place: RowPlace,
  context: LineContext,
): Promise<void> {
  const { providers, signal, options } = context;
  const folders = foldersOf(providers.folder);
  const file = await (folders.bytes?.(folder, path, { signal }) ?? folders.read(folder, path, { signal }));
  const start = typeof file === "string" ? file : Buffer.from(file.subarray(0, LOOKED_AT)).toString("utf8");
  const isUtf16 = typeof file !== "string" && (file[0] === 0xff || file[0] === 0xfe);
  if (!isUtf16 && isNoText(start)) {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `${shown(path)} is no text, although its name says so. Leave it out.`,
      { path: shown(path), reason: "no-transcript" },
    );
  }
  const transcript = transcriptOf(file, shown(path), [], options);
  refuseEmpty(transcript, path);
  const { title, videoId, language } = namedIn(path);
  const header = /^Language:\s{0,9}([\w-]{2,20})\s*$/m.exec(start.slice(0, 2000))?.[1];
  const words = transcript.sections.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).join("\n");
  const duration = Math.round(transcript.cues.reduce((last, { end }) => Math.max(last, end), 0) / 1000);
  const facts = {
    ...{ videoId, url: "", title, channel: "", date: "", duration, kind: "file" },
    language: language || header || languageOf(words),
  };
  await putTranscript(transcript, facts, { line, id: path, place }, context);
}

/** Throws FOLDER_REFUSED and FOLDER_UNREADABLE for a folder that may not be read or is not there. */
export async function checkFolder(folder: string, folders: FolderProvider | undefined): Promise<void> {
  await foldersOf(folders).check?.(folder);
}

const LOOKED_AT = 64 * 1024;
const LANGUAGE = /\.([a-z]{2,3}(?:-[A-Za-z\d]{2,8}){0,2}?)(?:-orig|\.auto)?$/;

/** What a file name says, such as `Bees [abcdefghijk].en.vtt`, which is how yt-dlp names its files. */
function namedIn(path: string): { readonly title: string; readonly videoId: string; readonly language: string } {
  const name = fileTitle(path);
  const language = LANGUAGE.exec(name)?.[1] ?? "";
  const rest = language === "" ? name : name.replace(LANGUAGE, "");
  const videoId = /\[([\w-]{11})\]$/.exec(rest)?.[1] ?? "";
  const title = rest.replace(/\s*\[[\w-]{11}\]$/, "").trim();
  return { title: title === "" ? name : title, videoId, language };
}

function foldersOf(folders: FolderProvider | undefined): FolderProvider {
  if (folders !== undefined) return folders;
  throw new ScriptoriumError(
    "PROVIDER_MISSING",
    `${noProvider("folder")} Without one no files can be read. ${toHaveProvider("folder")}`,
    { provider: "folder" },
  );
}
