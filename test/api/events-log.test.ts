import { expect, it } from "vitest";
import { testClock } from "../../src/adapters/doubles/index.js";
import { createEvents } from "../../src/adapters/http/fuller/events.js";
import { Query } from "../../src/adapters/http/query.js";
import { EventLog, type EventLogParts } from "../../src/kernel/attendants/event-log.js";
import { createEvents as createSource } from "../../src/kernel/events.js";
import type { EventMap, Kernel } from "../../src/kernel/index.js";
import { fullerParts } from "./fuller.js";

function logged(parts: Partial<EventLogParts> = {}) {
  const events = createSource((_name, error) => {
    throw error;
  });
  const log = new EventLog({ events, clock: testClock(), life: "life", ...parts });
  const emit = (done: unknown) =>
    events.emit("task.progress", { id: "t", progress: { done } as unknown as EventMap["task.progress"]["progress"] });
  return { events, log, emit };
}

const numbers = (events: readonly { readonly number: number }[] | undefined) => events?.map(({ number }) => number);

it("keeps the newest events and says when some are gone", () => {
  const { log, emit } = logged({ maxEvents: 3 });
  expect(numbers(log.since("life-0"))).toEqual([]);
  for (let done = 1; done <= 5; done += 1) emit(done);
  expect(numbers(log.since("life-2"))).toEqual([3, 4, 5]);
  expect(numbers(log.since("life-5"))).toEqual([]);
  expect(numbers(log.after(2, 2))).toEqual([3, 4]);
  for (const id of ["life-1", "life-6", "life-", "life-03", "other-3", "", "life-3.5", "life--1"]) {
    expect(log.since(id)).toBeUndefined();
  }
  expect(log.since("life-3")?.[0]).toEqual({
    id: "life-4",
    number: 4,
    name: "task.progress",
    taskIds: ["t"],
    text: '{"at":"2026-01-01T00:00:00.000Z","id":"t","progress":{"done":4}}',
  });
});

it("keeps no more characters than it may, and the newest event in any case", () => {
  const { log, emit } = logged({ maxLength: 1000 });
  for (let round = 0; round < 100; round += 1) emit("x".repeat(200));
  const kept = log.after(log.last - 3);
  expect(numbers(kept)).toEqual([98, 99, 100]);
  expect(log.after(log.last - 4)).toBeUndefined();
  emit("x".repeat(5000));
  expect(numbers(log.after(100))).toEqual([101]);
  emit("x");
  expect(numbers(log.after(101))).toEqual([102]);
  expect(log.after(100)).toBeUndefined();
});

it("leaves out of a very long list what does not fit, and says so", () => {
  const { events, log } = logged();
  const rows = Array.from({ length: 100 }, (_one, place) => ({ place, text: "x".repeat(10_000) }));
  events.emit("task.row", { id: "t", runId: "r", rows, count: 100 });
  const [{ text }] = log.since("life-0") as unknown as [{ text: string }];
  expect(text.length).toBeLessThan(300_000);
  const event = JSON.parse(text) as { rows: { place: number }[]; count: number; truncated: boolean };
  expect(event).toMatchObject({ count: 100, truncated: true });
  expect(event.rows.length).toBeGreaterThan(20);
  expect(event.rows.map(({ place }) => place)).toEqual([...event.rows.keys()]);
});

it("takes an id of another life for none of its own", () => {
  const one = logged({ life: "k3x9" }).log;
  expect(one.numberOf("k3x9-0")).toBe(0);
  expect(one.numberOf("k3x8-0")).toBeUndefined();
  const events = createSource(() => {});
  const lives = Array.from({ length: 50 }, () => new EventLog({ events, clock: testClock() }).life);
  expect(new Set(lives).size).toBe(50);
  for (const life of lives) expect(life).toMatch(/^[0-9a-z]+$/);
});

it("is over once it is closed", () => {
  const { log, emit } = logged();
  let calls = 0;
  log.subscribe(() => {
    calls += 1;
  });
  emit(1);
  log.close();
  log.close();
  emit(2);
  expect([log.last, log.isClosed, calls]).toEqual([1, true, 2]);
});

it("makes the text of an event once for a hundred listeners", async () => {
  const { log, emit } = logged();
  const kernel = { eventLog: log } as Kernel;
  const [route] = createEvents()(fullerParts(kernel));
  const open = () => {
    const request = { method: "GET", target: "/events", headers: {} };
    const reply = route!.reply({
      request,
      parameters: {},
      query: new Query(),
      object: async () => ({}),
      objectOrList: async () => ({}),
    });
    return (reply as { body: AsyncIterable<Uint8Array> }).body[Symbol.asyncIterator]();
  };
  const listeners = Array.from({ length: 100 }, open);
  await Promise.all(listeners.map((one) => one.next()));
  const waiting = listeners.map((one) => one.next());
  let made = 0;
  emit({
    toJSON() {
      made += 1;
      return made;
    },
  });
  const pieces = await Promise.all(waiting);
  expect(made).toBe(1);
  expect(new Set(pieces.map(({ value }) => value as Uint8Array)).size).toBe(1);
  await Promise.all(listeners.map((one) => one.return?.()));
  expect(log.listening).toBe(0);
});
