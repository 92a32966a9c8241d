#!/usr/bin/env node
try {
  await import("./node-version.js");
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
const { runCli } = await import("./cli.js");
await runCli(process.argv.slice(2));

export {};
