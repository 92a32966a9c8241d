import { ScriptoriumError } from "../../kernel/index.js";
import { KEY_BYTES } from "./cipher.js";

/** How to make a key, for messages. */
const HOW_TO_MAKE_ONE = 'Make one with "openssl rand -hex 32".';

/** The key that a text writes in hexadecimal or base64, or undefined when it is none. */
function keyIn(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, "base64");
  return key.length === KEY_BYTES ? key : undefined;
}

/** The keys of a text, separated by commas or white space. Throws CONFIG_INVALID, and never shows what it was given. */
export function keysIn(text: string, subject: string, setting: string): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = text
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .map((word) => {
      const key = keyIn(word);
      if (key !== undefined) return key;
      throw invalid(
        `${subject} holds something that is no key: a key is ${KEY_BYTES} bytes in hexadecimal (64 characters) or base64 (44).`,
        setting,
      );
    });
  if (first === undefined)
    throw invalid(`${subject} is empty: a key is ${KEY_BYTES} bytes in hexadecimal or base64.`, setting);
  return [first, ...others];
}

function invalid(problem: string, setting: string): ScriptoriumError {
  return new ScriptoriumError("CONFIG_INVALID", `${problem} ${HOW_TO_MAKE_ONE}`, { setting });
}
