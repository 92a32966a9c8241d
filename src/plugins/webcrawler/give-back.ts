/** Gives the memory of bytes back at once, which would else be taken for free only when much more has come together. */
export function giveBack({ buffer }: Buffer): void {
  // Small ones share theirs with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
