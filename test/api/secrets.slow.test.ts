import { join } from "node:path";
import { fileStorage } from "../../src/storage/file.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { testSecrets } from "./twelve-secrets.js";

testSecrets([
  { name: "sqlite", make: (folder) => sqliteStorage({ path: join(folder, "store.db") }) },
  { name: "file", make: (folder) => fileStorage({ path: join(folder, "store") }) },
]);
