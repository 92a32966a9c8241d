import { randomBytes } from "node:crypto";
import { ScriptoriumError, type SecretBox } from "../../kernel/index.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";
import { boxOf, KEY_BYTES } from "./cipher.js";
import { keysIn } from "./key-text.js";

const files = loadedOnce(() => import("./key-file.js"));

/**
 * Keys in a file that only its owner may read, one a line: the first seals, all of them open. It is read when a key is
 * first needed, and made then if it is not there. Whoever has both this file and the store has the secrets: keep them
 * apart in backups.
 */
export function keyFile(path: string): SecretBox {
  let reading: Promise<SecretBox | undefined> | undefined;
  const existing = async (): Promise<SecretBox | undefined> => {
    reading ??= files()
      .then(({ readKeys }) => readKeys(path))
      .then((keys) => keys && boxOf(keys));
    const box = await reading.catch((error: unknown) => {
      // What was wrong with the file may be fixed while the process runs.
      reading = undefined;
      throw error;
    });
    if (box === undefined) reading = undefined;
    return box;
  };
  return {
    async seal(text, label) {
      let box = await existing();
      if (box === undefined) {
        await (await files()).makeKeyFile(path);
        box = await existing();
      }
      if (box === undefined) throw missing();
      return box.seal(text, label);
    },
    async open(sealed, label) {
      const box = await existing();
      if (box === undefined) throw missing();
      return box.open(sealed, label);
    },
  };
}

/**
 * Keys in a text, for example an environment variable: 32 bytes each, in hexadecimal or base64, separated by commas. The first
 * seals, all of them open. Throws CONFIG_INVALID for anything else.
 */
export function keyText(text: string): SecretBox {
  return boxOf(keysIn(text, "The key for secrets", "secretKey"));
}

/** A key that is gone with the process, for storages that are so too. */
export function ephemeralKey(): SecretBox {
  return boxOf([randomBytes(KEY_BYTES)]);
}

function missing(): ScriptoriumError {
  return new ScriptoriumError("SECRET_UNREADABLE", "The key file is not there.");
}
