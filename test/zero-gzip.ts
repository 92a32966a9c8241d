import { constants, createGzip } from "node:zlib";

/** Makes as little of long runs of one byte as gzip otherwise does, in a fifth of the time. */
export const zeroGzip = () => createGzip({ level: 1, strategy: constants.Z_RLE });
