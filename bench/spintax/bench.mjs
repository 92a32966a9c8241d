// Rendering spintax, in megabytes of spintax a second, compared with cnc-spintax and the usual few lines that replace the innermost
// groups by one of their options until there are none. Parsed once is how many articles are made of one text; parsed each time
// is how one is. The ratios are over cnc-spintax used likewise; a dash is a text that it refuses or overflows on.
import { Spinner } from "cnc-spintax";
import { parseSpintax, renderSpintax, seededRandom } from "scriptorium";
import { median, printTable } from "../table.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROUND_MS = 150;

const sentence =
  "{The|A} {quick|{fast|speedy} and {nimble|agile}|swift} fox {jumps|leaps|hops} over {the lazy|a {sleepy|tired}} dog, " +
  "which {did not|never did} {mind|care {much|at all}}, for it was {a warm day|warm|} and {{name}} had left the gate open. ";
const prose = `${"What is written here has no choice in it at all. ".repeat(8)}{One|Another} sentence has. `;
const line = "{The|A} {quick|{fast|speedy}|swift} fox {jumps|leaps} over {the|a} dog.";
const nested = "{a|{b {c|{d|e {f|g}}} h|{i|{j|{k|l} m}}}} ";
const texts = {
  "a line, 70 characters": line,
  "nested, 1 KB": nested.repeat(24),
  "an article, 5 KB": sentence.repeat(20),
  "a megabyte of it": sentence.repeat(4000),
  "mostly plain, 100 KB": prose.repeat(240),
  "dense, 100 KB": "{a|b}{c|{d|e}}".repeat(7200),
  "20,000 levels deep": `${"{a|b".repeat(20_000)}${"}".repeat(20_000)}`,
  "100,000 unclosed": "{a|b".repeat(100_000),
};

const rows = [];
for (const [name, text] of Object.entries(texts)) {
  const random = seededRandom("bench");
  const parsed = parseSpintax(text);
  const peer = tried(() => new Spinner(text));
  const ways = {
    naive: () => replacedInnermost(text, random),
    each: () => renderSpintax(text, random),
    once: () => renderSpintax(parsed, random),
    ...(peer && { peerEach: () => new Spinner(text).unspinRandom(), peerOnce: () => peer.unspinRandom() }),
  };
  const speeds = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of Object.keys(ways)) speeds[way].push(speed(ways[way], text.length));
  }
  const { naive, each, once, peerEach, peerOnce } = Object.fromEntries(
    Object.entries(speeds).map(([way, measured]) => [way, median(measured)]),
  );
  const over = (own, other) => (other === undefined ? "-" : own / other);
  rows.push([name, naive, peerEach ?? "-", each, over(each, peerEach), peerOnce ?? "-", once, over(once, peerOnce)]);
}
printTable(["MB/s of spintax", "naive", "cnc each", "each", "ratio", "cnc once", "once", "ratio"], rows);
process.stdout.write("Goal: 3 times cnc-spintax.\n");

function tried(make) {
  try {
    const made = make();
    made.unspinRandom();
    return made;
  } catch {
    return undefined;
  }
}

/** Megabytes of CPU time, so that other work on the machine counts less. */
function speed(render, bytes) {
  const begun = process.cpuUsage();
  const until = performance.now() + ROUND_MS;
  let rendered = 0;
  do {
    // Reading one character makes the engine put the whole text together, as anyone who writes it out does.
    render().charCodeAt(0);
    rendered += bytes;
  } while (performance.now() < until);
  const { user, system } = process.cpuUsage(begun);
  return rendered / (user + system);
}

function replacedInnermost(text, random) {
  for (;;) {
    const next = text.replace(/\{([^{}|]*\|[^{}]*)\}/g, (_, options) => random.pick(options.split("|")));
    if (next === text) return text;
    text = next;
  }
}
