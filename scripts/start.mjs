// npm start: builds where that is necessary, and becomes the server.
import { fileURLToPath } from "node:url";

await import("./ensure-build.mjs");
if (!process.exitCode) {
  const bin = fileURLToPath(new URL("../dist/bin.js", import.meta.url));
  process.argv = [process.execPath, bin, "serve", ...process.argv.slice(2)];
  await import(bin);
}
