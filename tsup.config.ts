import { readdirSync } from "node:fs";
import { defineConfig } from "tsup";
import { BUNDLED, writeNotices } from "./scripts/bundled.mjs";

const plugins = readdirSync("src/plugins", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => `src/plugins/${entry.name}/index.ts`);

const storages = ["memory", "file", "sqlite", "postgres"].map((name) => `src/storage/${name}.ts`);

export default defineConfig({
  entry: [
    "src/index.ts",
    "src/testing.ts",
    "src/kit.ts",
    ...storages,
    "src/adapters/http/index.ts",
    "src/adapters/queue/index.ts",
    "src/adapters/web/index.ts",
    "src/adapters/folder/index.ts",
    "src/adapters/reading/index.ts",
    "src/adapters/reading/worker.ts",
    "src/adapters/text/index.ts",
    "src/adapters/text/worker.ts",
    "src/adapters/translation/index.ts",
    "src/adapters/isolation/index.ts",
    "src/adapters/isolation/worker.ts",
    "src/adapters/machine/index.ts",
    "src/adapters/licence/index.ts",
    "src/adapters/secrets/index.ts",
    "src/bin.ts",
    ...plugins,
  ],
  format: ["esm"],
  target: "node22",
  platform: "node",
  splitting: true,
  // Tables of data/ are taken into the code.
  loader: { ".txt": "text" },
  dts: true,
  clean: true,
  // node:sqlite has no name without the protocol.
  removeNodeProtocol: false,
  noExternal: Object.keys(BUNDLED),
  onSuccess: async () => writeNotices("dist/THIRD-PARTY-NOTICES.txt"),
});
