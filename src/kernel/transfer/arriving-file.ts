import { createHash } from "node:crypto";
import { isHidden, nameInHidden } from "../files/hidden-paths.js";
import { pathProblem } from "../runs/run-output.js";
import type { FileInfo, StoredFile } from "../storage.js";
import { shown } from "../values/json.js";
import { refusedLine } from "./format.js";

/** Largest file that is put together again, in bytes: storages take files whole. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;

/** A file whose bytes come in pieces. */
export interface ArrivingFile {
  readonly info: FileInfo;
  add(base64: string, number: number): void;
  /** The file once all its bytes are there. */
  whole(number: number): StoredFile | undefined;
}

/** Throws DATA_REFUSED for a file that cannot be stored. */
export function arrivingFile(info: FileInfo, number: number): ArrivingFile {
  const problem = pathProblem(isHidden(info.path) ? nameInHidden(info.path) : info.path);
  if (problem !== undefined) throw refusedLine(number, `holds a file name that cannot be used: ${problem}`);
  if (info.size > MAX_FILE_BYTES) throw refusedLine(number, `holds a file of more than ${MAX_FILE_BYTES} bytes`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  return {
    info,
    add(base64, at) {
      const piece = Buffer.from(base64, "base64");
      // What the decoder skipped would be missing.
      if (piece.byteLength === 0 || piece.toString("base64") !== base64)
        throw refusedLine(at, "holds bytes that are not base64");
      size += piece.byteLength;
      if (size > info.size) throw refusedLine(at, `holds more bytes than the file "${shown(info.path)}" has`);
      pieces.push(piece);
    },
    whole(at) {
      if (size < info.size) return undefined;
      const bytes = new Uint8Array(Buffer.concat(pieces));
      if (createHash("sha256").update(bytes).digest("hex") !== info.sha256) {
        throw refusedLine(at, `ends the file "${shown(info.path)}" with other bytes than its SHA-256 says`);
      }
      return { ...info, bytes };
    },
  };
}
