// Large tables of data/ that the build ships compressed, beside the code that reads them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** The tables about keywords, which are several megabytes of sentences and words, and the largest of the others. */
const PACKED = /(?:^|[\\/])(about-me[\\/](?:(?:voices|details)[\\/])?[^\\/]+|sure-exchanges)\.txt$/;
const FOLDER = "texts";

export const isPackedText = (/** @type {string} */ file) => PACKED.test(file);

/** The highest: 10 takes half the time for 3 % more. */
const QUALITY = 11;

/** Such a table as it is shipped. */
export function packedText(/** @type {string} */ text) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  };
  return brotliCompressSync(text, { params });
}

/** For esbuild: writes the tables beside the code, and lets the code read them there. @type {import("esbuild").Plugin} */
export const packedTexts = {
  name: "packed-texts",
  setup(build) {
    const { outdir = "dist", absWorkingDir = process.cwd() } = build.initialOptions;
    const folder = join(absWorkingDir, outdir, FOLDER);
    build.onLoad({ filter: PACKED }, ({ path }) => {
      const file = `${PACKED.exec(path)?.[1]?.replace(/[\\/]/g, "-")}.br`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, file), packedText(readFileSync(path, "utf8")));
      const contents = [
        'import { readFileSync } from "node:fs";',
        'import { brotliDecompressSync } from "node:zlib";',
        'import { packagePath } from "./src/adapters/threads/package-path.ts";',
        `const packed = packagePath("dist", "${FOLDER}", "${file}");`,
        'export default brotliDecompressSync(readFileSync(packed)).toString("utf8");',
      ];
      return { contents: contents.join("\n"), loader: "js", resolveDir: absWorkingDir };
    });
  },
};
