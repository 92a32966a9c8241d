import { XMLParser, XMLValidator } from "fast-xml-parser";
import { cannedFolder } from "../../src/adapters/doubles/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel, type FolderProvider, type JsonObject } from "../../src/kernel/index.js";
import { wpxmlgenerator } from "../../src/plugins/wpxmlgenerator/index.js";
import { memoryStorage } from "../../src/storage/memory.js";

const SEEDED = { siteUrl: "https://blog.example", postTimezone: "UTC", randomSeed: 1, maxRetries: 0 };

export interface WxrRun {
  readonly status: string;
  readonly error: string;
  readonly rows: readonly JsonObject[];
  /** What the log warns of. */
  readonly warnings: readonly string[];
  file(path: string): string;
  readonly paths: readonly string[];
}

/** What a run of the WordPress XML generator leaves of the folder `posts`, which holds these files or is another one. */
export async function wxrRun(
  files: Readonly<Record<string, string | Uint8Array>> | FolderProvider,
  data: JsonObject = {},
): Promise<WxrRun> {
  const isFolder = typeof files["list"] === "function";
  const folder = isFolder ? (files as FolderProvider) : cannedFolder("posts", files as Record<string, string>);
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [wpxmlgenerator],
    providers: { folder },
  });
  await kernel.start();
  try {
    const { _id: id } = await kernel.tasks.create("wpxmlgenerator", { articleFolder: "posts", ...SEEDED, ...data });
    await kernel.tasks.run(id);
    const { status, error } = await kernel.tasks.settled(id);
    const written = new Map<string, string>();
    for await (const { path } of kernel.content.files(id)) {
      written.set(path, Buffer.from((await kernel.content.file(id, path))?.bytes ?? []).toString());
    }
    const log = await Array.fromAsync(kernel.content.log(id));
    return {
      status,
      error: error === undefined ? "" : `${error.code}: ${error.message}`,
      rows: await Array.fromAsync(kernel.content.rows(id)),
      warnings: log.filter(({ level }) => level === "warn").map(({ msg }) => msg),
      file: (path) => written.get(path) ?? "",
      paths: [...written.keys()].sort(),
    };
  } finally {
    await kernel.stop();
  }
}

/** A WXR file as a reader that is not ours understands it. */
export function parsedWxr(xml: string) {
  if (XMLValidator.validate(xml) !== true) throw new Error("This is no XML.");
  const parser = new XMLParser({
    ignoreAttributes: false,
    trimValues: false,
    parseTagValue: false,
    isArray: (name) => ["item", "category", "wp:postmeta", "wp:category", "wp:tag", "wp:author"].includes(name),
  });
  return parser.parse(xml).rss.channel;
}
