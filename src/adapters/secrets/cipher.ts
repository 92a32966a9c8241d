import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { ScriptoriumError, type SecretBox } from "../../kernel/index.js";

/** Bytes of a key. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The form of what is sealed: `v1.<key>.<nonce>.<ciphertext and tag>`, the last two in base64url. */
const VERSION = "v1";
const FORM = /^v1\.([0-9a-f]{16})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;

/**
 * AES-256-GCM with a nonce of 96 random bits for every text. The first key seals, all of them open. The label, the version
 * and the key's id are authenticated with the text.
 */
export function boxOf(keys: readonly [Buffer, ...Buffer[]]): SecretBox {
  const known = new Map(keys.map((key) => [idOf(key), key]));
  const [sealing] = keys;
  const sealingId = idOf(sealing);
  return {
    async seal(text, label) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(authenticated(sealingId, label));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, sealingId, nonce.toString("base64url"), sealed.toString("base64url")].join(".");
    },
    async open(text, label) {
      const [, id = "", nonce = "", body = ""] = FORM.exec(text) ?? [];
      if (id === "") throw unreadable("It is not in a form that this version writes.");
      const key = known.get(id);
      if (key === undefined) throw unreadable("It was encrypted with another key than those there are.");
      const sealed = Buffer.from(body, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), {
        authTagLength: TAG_BYTES,
      });
      try {
        decipher.setAAD(authenticated(id, label));
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
        return decipher.update(sealed.subarray(0, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      } catch (cause) {
        throw unreadable("It was damaged or moved to another place.", cause);
      }
    },
  };
}

/** Distinguishes keys and says nothing about them. */
function idOf(key: Buffer): string {
  return createHmac("sha256", key).update("scriptorium key id").digest("hex").slice(0, 16);
}

function authenticated(id: string, label: string): Buffer {
  return Buffer.from(`${VERSION}.${id}.${label}`);
}

function unreadable(why: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError("SECRET_UNREADABLE", why, {}, cause === undefined ? undefined : { cause });
}
