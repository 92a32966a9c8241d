// Large tables of data/ that the build takes into the code compressed.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

/** The texts about a keyword: more than a megabyte of sentences. */
const PACKED = /(?:^|[\\/])about-me[\\/]voices[\\/][^\\/]+\.txt$/;

export const isPackedText = (/** @type {string} */ file) => PACKED.test(file);

/** What the code holds of such a table: brotli in base64. */
export function packedText(/** @type {string} */ text) {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) };
  return brotliCompressSync(text, { params }).toString("base64");
}

/** For esbuild. @type {import("esbuild").Plugin} */
export const packedTexts = {
  name: "packed-texts",
  setup(build) {
    build.onLoad({ filter: PACKED }, ({ path }) => ({
      contents: [
        'import { brotliDecompressSync } from "node:zlib";',
        `export default brotliDecompressSync(Buffer.from("${packedText(readFileSync(path, "utf8"))}", "base64")).toString("utf8");`,
      ].join("\n"),
      loader: "js",
    }));
  },
};
