import { ScriptoriumError } from "../../kernel/index.js";
import type { Context } from "./context.js";
import { itemDigest, type PartFacts } from "./parts.js";
import { WxrReader } from "./wxr/read.js";

/** A larger file would have to be held whole. */
const MOST_BYTES = 64_000_000;
const PIECE = 1 << 20;

/** Reads a part as it is stored, and compares what it holds with what was written. Throws `internal` where that differs. */
export async function readBack(part: PartFacts, { stored, log }: Pick<Context, "stored" | "log">): Promise<void> {
  if (part.bytes > MOST_BYTES) {
    log.warn(
      `${part.path} was not read back: it is larger than 64 MB. Set splitMb for smaller files, which every blog can take.`,
    );
    return;
  }
  const bytes = await stored(part.path);
  let digest = "";
  let items = 0;
  const reader = new WxrReader({
    item(item) {
      items += 1;
      digest = itemDigest(digest, item);
    },
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; bytes !== undefined && at < bytes.byteLength; at += PIECE) {
    reader.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
  }
  const { problem } = reader.end();
  if (problem === "" && items === part.items && digest === part.digest) return;
  throw new ScriptoriumError(
    "internal",
    `${part.path} does not hold what was written: ${items} of ${part.items} items. ${problem} Run the task again.`,
  );
}
