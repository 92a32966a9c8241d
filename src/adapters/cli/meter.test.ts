import { expect, it } from "vitest";
import { meter } from "./meter.js";

/** A stream and a clock that the test holds. */
function target(terminal: boolean) {
  const written: string[] = [];
  let time = 0;
  const stream = {
    isTTY: terminal,
    columns: 60,
    write(text: string) {
      written.push(text);
      return true;
    },
  };
  return {
    written,
    options: { quiet: false, stream, now: () => time },
    pass(milliseconds: number) {
      time += milliseconds;
    },
  };
}

const state = (count: number, share?: number) => ({
  doing: "Exporting",
  count,
  of: "task",
  ...(share === undefined ? {} : { share }),
});

it("shows a bar on a terminal, a few times a second, on one line that fits and goes away", () => {
  const { options, written, pass } = target(true);
  const show = meter(options);
  for (let count = 1; count <= 1000; count += 1) {
    pass(1);
    show.at(state(count, count / 1000));
  }
  expect(written).toHaveLength(10);
  expect(written.at(-1)).toBe("\r\u001b[2KExporting [========================] 100 % 1000 tasks (1000");
  show.say("Exported 1000 tasks.");
  expect(written.slice(-2)).toEqual(["\r\u001b[2K", "Exported 1000 tasks.\n"]);
});

it("writes a line every few seconds elsewhere, without a percentage when the whole is not known", () => {
  const { options, written, pass } = target(false);
  const show = meter(options);
  for (let count = 1; count <= 12; count += 1) {
    pass(1000);
    show.at(state(count));
  }
  show.clear();
  expect(written).toEqual(["Exporting 5 tasks (1 a second)\n", "Exporting 10 tasks (1 a second)\n"]);
});

it("starts counting again with other work, and never shows more than the whole", () => {
  const { options, written, pass } = target(false);
  const show = meter(options);
  pass(4000);
  show.at({ ...state(100, 0.5), doing: "Checking" });
  pass(4000);
  show.at(state(8, 1.5));
  pass(5000);
  show.at(state(10, 1.5));
  expect(written).toEqual(["Exporting 100 % 8 tasks (0 a second)\n", "Exporting 100 % 10 tasks (2 a second)\n"]);
});

it("says nothing when it is to be quiet", () => {
  const { options, written, pass } = target(true);
  const show = meter({ ...options, quiet: true });
  pass(10_000);
  show.at(state(1));
  show.say("Done.");
  show.clear();
  expect(written).toEqual([]);
});
