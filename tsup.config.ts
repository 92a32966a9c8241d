import { readdirSync } from "node:fs";
import { defineConfig } from "tsup";
import { BUNDLED, writeNotices } from "./scripts/bundled.mjs";
import { checkEntries } from "./scripts/checked-entries.mjs";
import { buildDashboard } from "./scripts/dashboard.mjs";
import { joinChunks } from "./scripts/joined-chunks.mjs";
import { packedTexts } from "./scripts/packed-texts.mjs";
import { standAlone } from "./scripts/stand-alone.mjs";
import { copySwaggerUi } from "./scripts/swagger-ui.mjs";

const plugins = readdirSync("src/plugins", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => `src/plugins/${entry.name}/index.ts`);

const storages = ["memory", "file", "sqlite", "postgres"].map((name) => `src/storage/${name}.ts`);

/** What a program may import; `exports` of package.json names them. */
const doors = [
  "src/index.ts",
  "src/testing.ts",
  "src/kit.ts",
  ...storages,
  "src/adapters/http/index.ts",
  "src/adapters/openapi/index.ts",
  "src/adapters/queue/index.ts",
  "src/adapters/web/index.ts",
  "src/adapters/browser/index.ts",
  "src/adapters/images/index.ts",
  "src/adapters/mail/index.ts",
  "src/adapters/maps/index.ts",
  "src/adapters/mcp/index.ts",
  "src/adapters/search/index.ts",
  "src/adapters/ai/index.ts",
  "src/adapters/folder/index.ts",
  "src/adapters/reading/index.ts",
  "src/adapters/text/index.ts",
  "src/adapters/translation/index.ts",
  "src/adapters/video/index.ts",
  "src/adapters/isolation/index.ts",
  "src/adapters/machine/index.ts",
  "src/adapters/licence/index.ts",
  "src/adapters/secrets/index.ts",
  ...plugins,
];

export default defineConfig({
  entry: [
    ...doors,
    "src/client.ts",
    "src/adapters/reading/worker.ts",
    "src/adapters/text/worker.ts",
    "src/adapters/isolation/worker.ts",
    "src/bin.ts",
    "src/cli.ts",
    "src/node-version.ts",
  ],
  format: ["esm"],
  target: "node22",
  platform: "node",
  splitting: true,
  // Tables of data/ are taken into the code; the largest ones lie compressed beside it.
  loader: { ".txt": "text" },
  esbuildPlugins: [packedTexts],
  dts: true,
  clean: true,
  // node:sqlite has no name without the protocol.
  removeNodeProtocol: false,
  noExternal: Object.keys(BUNDLED),
  async onSuccess() {
    await joinChunks("dist");
    await standAlone("src/client.ts", "dist/client.js");
    checkEntries(
      "dist",
      doors.map((door) => door.replace(/^src\/(.*)\.ts$/, "$1.js")),
    );
    copySwaggerUi("dist/swagger-ui");
    await buildDashboard("dist/dashboard");
    writeNotices("dist/THIRD-PARTY-NOTICES.txt");
  },
});
