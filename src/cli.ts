import type { Assembly } from "./adapters/cli/command.js";
import { COMMANDS } from "./adapters/cli/command-table.js";
import { main } from "./adapters/cli/main.js";
import { VERSION } from "./version.js";

const loaded = async () => (await import("./rooms.js")).rooms;

/** The rooms are loaded by the first command that needs one: help, completions and calls of a server do without. */
const assembly: Assembly = {
  version: VERSION,
  commands: COMMANDS,
  plugins: async (...given) => (await loaded()).plugins(...given),
  assemble: async (...given) => (await loaded()).assemble(...given),
  local: async (...given) => (await loaded()).local(...given),
  storage: async (...given) => (await loaded()).storage(...given),
  accounts: async (...given) => (await loaded()).accounts(...given),
  accountTests: async (...given) => (await loaded()).accountTests(...given),
  checkup: async (...given) => (await loaded()).checkup(...given),
  output: async (...given) => (await loaded()).output(...given),
  rotateKey: async (...given) => (await loaded()).rotateKey(...given),
  backup: async (...given) => (await loaded()).backup(...given),
  locks: {
    take: async (...given) => (await loaded()).locks.take(...given),
    holder: async (...given) => (await loaded()).locks.holder(...given),
  },
};

/** The command line, with the standalone server put together from all rooms. */
export function runCli(argv: readonly string[]): Promise<void> {
  return main(argv, assembly);
}
