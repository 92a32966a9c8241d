// Builds the page of the dashboard, for the build and by itself: `npm run build:dashboard`. With --size it only weighs what is there.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

/** Of all files together, compressed by Brotli, as browsers get them, in bytes. */
const LIMIT = 150 * 1024;
const root = fileURLToPath(new URL("../src/adapters/dashboard/page/", import.meta.url));

/** Builds it into the folder. Throws when it is too large. */
export async function buildDashboard(folder) {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root,
    // Every reference is relative: the page runs under any path.
    base: "./",
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: fileURLToPath(new URL(`../${folder}`, import.meta.url)),
      emptyOutDir: true,
      assetsDir: "",
      target: "es2022",
      // The first with light-dark().
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Together they are a tenth smaller than a file for each.
      cssCodeSplit: false,
      // Everything is a file of its own: the policy of the page refuses what is inline.
      assetsInlineLimit: 0,
      // What several pages are made of is one file, which compresses better than a dozen small ones and is asked for once.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [{ name: "parts", test: /dashboard[\\/]page[\\/](?:parts|state)[\\/]/, minShareCount: 2 }],
          },
        },
      },
    },
  });
  weigh(folder);
}

function weigh(folder) {
  const files = readdirSync(folder);
  const bytes = files.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length, 0);
  const size = `The dashboard has ${files.length} files of ${(bytes / 1024).toFixed(1)} KB compressed`;
  if (bytes > LIMIT) throw new Error(`${size}, which is more than ${LIMIT / 1024} KB.`);
  return size;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes("--size")) await buildDashboard("dist/dashboard");
  process.stdout.write(`${weigh("dist/dashboard")}.\n`);
}
