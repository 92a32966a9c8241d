import { createHash } from "node:crypto";

/** One page or file to download. */
export type Target =
  | { readonly kind: "page"; readonly url: string }
  | { readonly kind: "file"; readonly folder: string; readonly path: string };

/** What rows and messages call a target. */
export function addressOf(target: Target): string {
  if (target.kind === "page") return target.url;
  return target.folder === "." ? target.path : `${target.folder.replace(/\/$/, "")}/${target.path}`;
}

/** Under what a finished page of a line is noted. */
export function finishedKey(line: string, target: Target): string {
  return `page ${createHash("sha256")
    .update(`${line}\n${addressOf(target)}`)
    .digest("hex")
    .slice(0, 24)}`;
}
