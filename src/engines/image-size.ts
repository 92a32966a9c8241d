export interface ImageSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** How large a PNG, GIF, BMP, WebP, JPEG or AVIF image is, as its head says; undefined where it does not. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeIn(view, latin(bytes, 0, 32));
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // It ends in the middle of its head.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sizeIn(view: DataView, head: string): ImageSize | undefined {
  if (head.startsWith("\u0089PNG")) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (head.startsWith("GIF8")) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (head.startsWith("BM")) return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
  if (head.startsWith("\u00ff\u00d8")) return sizeOfJpeg(view);
  if (head.startsWith("RIFF")) return sizeOfWebp(view, head.slice(12, 16));
  if (head.slice(4, 8) === "ftyp") return sizeOfAvif(view);
  return undefined;
}

/** Segments follow each other, each with its length; the one that begins a frame has the size. */
function sizeOfJpeg(view: DataView): ImageSize | undefined {
  let at = 2;
  while (at < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    // Of C0 to CF these three hold tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xda) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function sizeOfWebp(view: DataView, form: string): ImageSize | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (form === "VP8X") return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (form === "VP8 ") return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (form !== "VP8L") return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Boxes with the size of an image are in the first kilobytes; the largest is the image itself, others are its parts. */
function sizeOfAvif(view: DataView): ImageSize | undefined {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, Math.min(view.byteLength, 16_384));
  const sizes = [...latin(bytes, 0, bytes.length).matchAll(/ispe/g)].map(({ index }) => ({
    width: view.getUint32(index + 8),
    height: view.getUint32(index + 12),
  }));
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0];
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return Array.from(bytes.subarray(from, to), (byte) => String.fromCharCode(byte)).join("");
}
