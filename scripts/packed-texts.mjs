// Large tables of data/ that the build ships compressed, beside the code that reads them. Tables of one kind lie in one file: they
// have their words and turns in common, which makes them a twelfth smaller together.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** The tables about keywords, which are several megabytes of sentences and words, and the largest of the others, by what is read together. */
const GROUPS = /** @type {const} */ ({
  details: /(?:^|[\\/])about-me[\\/]details[\\/][^\\/]+\.txt$/,
  voices: /(?:^|[\\/])about-me[\\/]voices[\\/][^\\/]+\.txt$/,
  keywords: /(?:^|[\\/])about-me[\\/][^\\/]+\.txt$/,
  language:
    /(?:^|[\\/])(?:sure-exchanges|rewriting-phrases|irregular-nouns|irregular-verbs|contrasts|words-that-are-names|closed-sets|nouns-without-plural|doubled-consonants|function-words|compound-verbs|comparison)\.txt$/,
});
const FOLDER = "texts";
const TABLES = join("data", "english");
/** The highest: 10 takes half the time for 3 % more. */
const QUALITY = 11;
/** No table has this sign. */
const BETWEEN = "\0";

export const isPackedText = (/** @type {string} */ file) => groupOf(file) !== undefined;

/** @returns {keyof typeof GROUPS | undefined} */
function groupOf(/** @type {string} */ file) {
  const names = /** @type {(keyof typeof GROUPS)[]} */ (Object.keys(GROUPS));
  return names.find((name) => GROUPS[name].test(file));
}

/** The tables below a folder by what is read together, each group as it is shipped. */
export function packedTables(/** @type {string} */ folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.keys(GROUPS).map((name) => {
    const own = files.filter((file) => groupOf(file) === name);
    return { name, files: own, packed: packed(own.map((file) => readFileSync(join(folder, file), "utf8"))) };
  });
}

function packed(/** @type {readonly string[]} */ texts) {
  const joined = texts.join(BETWEEN);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(joined),
  };
  return brotliCompressSync(joined, { params });
}

/** For esbuild: writes the tables beside the code, and lets the code read them there. @type {import("esbuild").Plugin} */
export const packedTexts = {
  name: "packed-texts",
  setup(build) {
    const { outdir = "dist", absWorkingDir = process.cwd() } = build.initialOptions;
    const shipped = join(absWorkingDir, outdir, FOLDER);
    const folder = join(absWorkingDir, TABLES);
    /** @type {ReturnType<typeof packedTables> | undefined} */
    let tables;
    const written = () => {
      if (tables === undefined) {
        tables = packedTables(folder);
        mkdirSync(shipped, { recursive: true });
        for (const { name, packed: bytes } of tables) writeFileSync(join(shipped, `${name}.br`), bytes);
      }
      return tables;
    };
    build.onResolve({ filter: /^packed-texts:/ }, ({ path }) => ({ path, namespace: "packed-texts" }));
    build.onLoad({ filter: /.*/, namespace: "packed-texts" }, ({ path }) => {
      const contents = [
        'import { readFileSync } from "node:fs";',
        'import { brotliDecompressSync } from "node:zlib";',
        'import { packagePath } from "./src/adapters/threads/package-path.ts";',
        `const bytes = brotliDecompressSync(readFileSync(packagePath("dist", "${FOLDER}", "${path.split(":")[1]}.br")));`,
        "const texts = [];",
        "for (let from = 0; from <= bytes.length; ) {",
        "  const next = bytes.indexOf(0, from);",
        "  const to = next < 0 ? bytes.length : next;",
        '  texts.push(bytes.toString("utf8", from, to));',
        "  from = to + 1;",
        "}",
        "export default texts;",
      ];
      return { contents: contents.join("\n"), loader: "js", resolveDir: absWorkingDir };
    });
    build.onLoad({ filter: /\.txt$/ }, ({ path }) => {
      if (!path.startsWith(folder + sep)) return undefined;
      const file = path.slice(folder.length + 1);
      const table = written().find(({ files }) => files.includes(file));
      if (table === undefined) return undefined;
      const contents = `import texts from "packed-texts:${table.name}";\nexport default texts[${table.files.indexOf(file)}];`;
      return { contents, loader: "js", resolveDir: absWorkingDir };
    });
  },
};
