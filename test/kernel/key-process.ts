import { keyFile } from "../../src/adapters/secrets/index.js";

/**
 * A process that seals a text with a key file, for tests of several processes: `node key-process.js <path> <when>` waits
 * for the moment, so that others do it at the same one, and prints what it sealed.
 */
const [path = "", when = "0"] = process.argv.slice(2);
const box = keyFile(path);
while (Date.now() < Number(when));
process.stdout.write(await box.seal("shared", "label"));
