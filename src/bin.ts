#!/usr/bin/env node
// Nothing is imported before the check, so that an old Node says what it lacks and not where it stumbled.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `Scriptorium needs Node.js 22.19 or newer; this is ${process.versions.node}. Install a newer one.\n`,
  );
  process.exit(1);
}
const { runCli } = await import("./cli.js");
await runCli(process.argv.slice(2));

export {};
