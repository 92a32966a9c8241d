import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { LanguageFile } from "../../engines/text/english/archive.js";
import { createEnglish } from "../../engines/text/english/english.js";
import { loadOnce } from "../../engines/text/remembering.js";
import { packagePath } from "../threads/package-path.js";

const decompress = promisify(brotliDecompress);
/** Most files unpack into a few pieces of this size; the default would make hundreds, each to be copied. */
const CHUNK_BYTES = 1 << 20;

/** One file of data/english, unpacked. Throws CONFIG_INVALID when it is missing from the package. */
export async function readLanguageFile(file: LanguageFile): Promise<Uint8Array> {
  return await decompress(await readFile(packagePath("data", "english", `${file}.br`)), { chunkSize: CHUNK_BYTES });
}

/** English with its language data, which are read at the first call and shared from then on. */
export const loadEnglish = loadOnce(() => createEnglish(readLanguageFile));
