import { median } from "../table.mjs";

const ROUNDS = 9;

/**
 * Microseconds a call, of several things that do the same. Their rounds alternate, so that a slow moment of the machine
 * is one for all; a round is as many calls as fit into some milliseconds.
 */
export async function alternating(calls, { roundMs = 20, rounds = ROUNDS } = {}) {
  const names = Object.keys(calls);
  const counts = {};
  for (const name of names) {
    const begun = performance.now();
    let count = 0;
    while (performance.now() - begun < roundMs) {
      await calls[name]();
      count += 1;
    }
    counts[name] = count;
  }
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const begun = performance.now();
      for (let call = 0; call < counts[name]; call += 1) await calls[name]();
      times[name].push(((performance.now() - begun) * 1000) / counts[name]);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

export async function drained(items) {
  let count = 0;
  for await (const _item of items) count += 1;
  return count;
}
