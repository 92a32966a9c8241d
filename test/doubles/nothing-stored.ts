import type { ProviderWorld } from "../../src/kernel/index.js";

/** A server whose tasks have stored nothing. */
export const nothingStored: ProviderWorld["stored"] = {
  tasks: async function* () {},
  task: async () => undefined,
  keywords: async function* () {},
  article: async () => undefined,
  files: async function* () {},
  file: async () => undefined,
  rows: async function* () {},
  watch: () => () => {},
};
