/** Zeros to work in, of any length; the same memory serves every time, so that long texts leave no heap of garbage. */
export function workspace(): (length: number) => Float32Array {
  let space = new Float32Array(0);
  return (length) => {
    if (space.length < length) space = new Float32Array(2 * length);
    return space.subarray(0, length).fill(0);
  };
}

/** Places of the values, the largest first. */
export function descending(values: Float32Array): Uint32Array {
  // Value and place in one number, because sorting numbers needs no call per comparison.
  const keys = new Float64Array(values.length);
  for (let place = 0; place < values.length; place += 1) keys[place] = Math.round(values[place]! * -1e6) * 8192 + place;
  keys.sort();
  return Uint32Array.from(keys, (key) => ((key % 8192) + 8192) % 8192);
}
