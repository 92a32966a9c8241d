import { createHash } from "node:crypto";
import type { JsonObject, Output } from "../../kernel/index.js";
import { WXR_END } from "./wxr/write.js";

/** What a part holds: what is read back has to be the same. */
export interface PartFacts {
  readonly path: string;
  readonly bytes: number;
  readonly posts: number;
  readonly items: number;
  /** Of the items in their order. */
  readonly digest: string;
}

const TYPE = "application/xml";

export const partPath = (number: number) => (number === 1 ? "export.xml" : `export-${number}.xml`);

/** What of an item is compared when a part is read back. */
export function itemDigest(
  before: string,
  item: { readonly id: string; readonly title: string; readonly content: string },
): string {
  return createHash("sha256")
    .update(JSON.stringify([before, item.id, item.title, item.content]))
    .digest("hex");
}

export interface PartLimits {
  readonly posts: number;
  readonly bytes: number;
}

/** Writes items into parts, each begun and ended as a file of its own. */
export class Parts {
  readonly closed: PartFacts[] = [];
  private current: PartFacts | undefined;

  constructor(
    private readonly output: Pick<Output, "file" | "append">,
    private readonly head: string,
    private readonly limits: PartLimits,
  ) {}

  /** The part that the next items go into, which is begun where these would make the present one too large. */
  partFor(items: string): { readonly path: string; readonly isNew: boolean } {
    const bytes = Buffer.byteLength(items);
    const { current, limits } = this;
    const isFull =
      current !== undefined &&
      ((limits.posts > 0 && current.posts >= limits.posts) ||
        (limits.bytes > 0 && current.posts > 0 && current.bytes + bytes + WXR_END.length > limits.bytes));
    if (isFull) this.close();
    if (this.current !== undefined) return { path: this.current.path, isNew: false };
    const path = partPath(this.closed.length + 1);
    this.output.file(path, this.head, TYPE);
    this.current = { path, bytes: Buffer.byteLength(this.head), posts: 0, items: 0, digest: "" };
    return { path, isNew: true };
  }

  /** One post and what belongs to it. */
  add(
    items: string,
    contents: readonly { readonly id: string; readonly title: string; readonly content: string }[],
  ): void {
    const { current } = this;
    if (current === undefined) return;
    this.output.append(current.path, items, TYPE);
    this.current = {
      ...current,
      bytes: current.bytes + Buffer.byteLength(items),
      posts: current.posts + 1,
      items: current.items + contents.length,
      digest: contents.reduce(itemDigest, current.digest),
    };
  }

  close(): void {
    if (this.current === undefined) return;
    this.output.append(this.current.path, WXR_END, TYPE);
    this.closed.push({ ...this.current, bytes: this.current.bytes + WXR_END.length });
    this.current = undefined;
  }

  kept(): JsonObject {
    return { closed: this.closed.map((part) => ({ ...part })), ...(this.current && { current: { ...this.current } }) };
  }

  restore(kept: JsonObject): void {
    const { closed, current } = kept as unknown as { closed: PartFacts[]; current?: PartFacts };
    this.closed.splice(0, this.closed.length, ...closed);
    this.current = current;
  }
}
