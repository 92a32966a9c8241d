import { expect, it } from "vitest";
import { pngFile } from "../../test/doubles/pictures.js";
import { imageSize } from "./image-size.js";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : part)));
const zeros = (count: number) => Array.from({ length: count }, () => 0);

it.each<[string, Uint8Array]>([
  ["PNG", pngFile(640, 427)],
  ["GIF", bytes("GIF89a", [0x80, 2, 0xab, 1])],
  ["BMP", bytes("BM", zeros(16), [0x80, 2, 0, 0, 0xab, 1, 0, 0])],
  ["BMP from top to bottom", bytes("BM", zeros(16), [0x80, 2, 0, 0, 0x55, 0xfe, 0xff, 0xff])],
  [
    "JPEG with a comment and fill bytes",
    bytes([0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x41, 0x41, 0xff, 0xff, 0xc2, 0, 17, 8, 1, 0xab, 2, 0x80]),
  ],
  ["JPEG with tables first", bytes([0xff, 0xd8, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc0, 0, 17, 8, 1, 0xab, 2, 0x80])],
  ["lossy WebP", bytes("RIFF....WEBPVP8 ....", zeros(6), [0x80, 2, 0xab, 1])],
  ["lossless WebP", bytes("RIFF....WEBPVP8L....", [0x2f, 0x7f, 0x82, 0x6a, 0x00])],
  ["WebP with more", bytes("RIFF....WEBPVP8X....", zeros(4), [0x7f, 2, 0, 0xaa, 1, 0])],
  ["AVIF", bytes(zeros(4), "ftypavif", zeros(20), "ispe", zeros(4), [0, 0, 2, 0x80, 0, 0, 1, 0xab])],
])("reads the size of a %s", (_what, image) => {
  expect(imageSize(image)).toEqual({ width: 640, height: 427 });
});

it.each<[string, Uint8Array]>([
  ["nothing", bytes()],
  ["a page", bytes("<!doctype html>")],
  ["half of a PNG", pngFile(640, 427).subarray(0, 18)],
  ["a JPEG that is its start alone", bytes([0xff, 0xd8])],
  ["a JPEG whose segment is longer than it", bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1])],
  ["a JPEG without a frame", bytes([0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 2, 3])],
  ["a WebP of no known form", bytes("RIFF....WEBPXXXX....", zeros(20))],
  ["an AVIF without a size", bytes(zeros(4), "ftypavif", zeros(20))],
  ["an image without a width", bytes("GIF89a", [0, 0, 1, 1])],
])("says nothing of %s", (_what, image) => {
  expect(imageSize(image)).toBeUndefined();
});
