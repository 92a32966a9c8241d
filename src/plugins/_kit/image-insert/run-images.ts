import { createHash } from "node:crypto";
import { imageKey } from "../../../engines/image-key.js";
import type { FolderEntry, FolderProvider } from "../../../kernel/index.js";

const EXTENSIONS = ["jpg", "jpeg", "png", "gif", "webp", "avif", "bmp"];

/** What the articles of a run know of each other: the images they have, so that none stands in two, and what was said. To be made in `begin`. */
export class RunImages {
  private readonly taken: Set<string>;
  private readonly said = new Set<string>();
  private readonly folders = new Map<string, Promise<readonly FolderEntry[]>>();

  /** `taken` are the claims of articles that an earlier attempt at the run has stored. */
  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  /** Whether it was still free; it is not afterwards. */
  take(address: string): boolean {
    return this.claim(claimOf(address));
  }

  takeFile(path: string): boolean {
    return this.claim(claimOfFile(path));
  }

  /** The same image may be under two addresses or names. */
  takeContent(bytes: Uint8Array): boolean {
    return this.claim(claimOfContent(bytes));
  }

  /** Gives claims back, of an article that is written again. */
  release(claims: Iterable<string>): void {
    for (const claim of claims) this.taken.delete(claim);
  }

  /** Says each sentence once. */
  once(sentence: string, say: (sentence: string) => void): void {
    if (this.said.has(sentence)) return;
    this.said.add(sentence);
    say(sentence);
  }

  /** The images of a folder, looked for once. Throws as `FolderProvider.list` does. */
  filesOf(folder: string, provider: FolderProvider, signal: AbortSignal): Promise<readonly FolderEntry[]> {
    const known = this.folders.get(folder) ?? provider.list(folder, { extensions: EXTENSIONS, signal });
    this.folders.set(folder, known);
    return known;
  }

  private claim(key: string): boolean {
    if (this.taken.has(key)) return false;
    this.taken.add(key);
    return true;
  }
}

/** What an image of this address is known by. */
export function claimOf(address: string): string {
  return imageKey(address);
}

/** What an image of the folder is known by. */
export function claimOfFile(path: string): string {
  return `file ${path}`;
}

export function claimOfContent(bytes: Uint8Array): string {
  return `sha256 ${createHash("sha256").update(bytes).digest("hex")}`;
}
