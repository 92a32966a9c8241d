import { createHash, randomBytes } from "node:crypto";

/** Hexadecimal digits that nobody can guess. */
export function randomName(digits: number): string {
  return randomBytes(Math.ceil(digits / 2))
    .toString("hex")
    .slice(0, digits);
}

/** The same for the same text. */
export function hashOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}
