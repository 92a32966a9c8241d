import type { Account, Run } from "../../kernel/storage.js";
import type { Stored } from "./append-log.js";
import type { ContentEnd } from "./content-index.js";
import type { DeliveryHead } from "./delivery-index.js";
import type { Kind, Meta } from "./records.js";
import type { Head, StoreIndex } from "./store-index.js";

/**
 * Does to the book what a line of the main log says. A compacted file may know more than lines that are replayed after
 * it: what has a later number than a line is another, younger thing of the same id, and the line is old news.
 *
 * Says whether the line is one.
 */
export function apply(
  index: StoreIndex,
  meta: Meta,
  [text, taskText]: readonly (string | undefined)[],
  [first, second, third]: readonly Stored[],
): boolean {
  index.seen(meta.n);
  if ("gone" in meta) {
    remove(index, meta.gone, meta.id, meta.n);
    return true;
  }
  if (text === undefined || first === undefined) return false;
  if (meta.put === "task") putTask(index, meta.n, JSON.parse(text), second, meta.content);
  else if (meta.put === "run") {
    if (meta.task !== undefined && taskText !== undefined) putTask(index, meta.task, JSON.parse(taskText), third);
    putRun(index, meta.n, JSON.parse(text), first, meta.content);
  } else if (meta.put === "account") putAccount(index, meta.n, JSON.parse(text));
  else if (meta.put === "delivery") putDelivery(index, meta.n, JSON.parse(text), second);
  else return false;
  return true;
}

function putTask(index: StoreIndex, number: number, head: Head, data: Stored | undefined, end?: ContentEnd): void {
  const known = index.entries.get(head._id);
  if (known !== undefined && known.number > number) return;
  if (known?.number === number) {
    index.replace(known, head, data ?? known.data);
    known.end = end ?? known.end;
    return;
  }
  if (known !== undefined) index.remove(known);
  index.insert(number, head, data ?? MISSING);
  const entry = index.entries.get(head._id);
  if (entry !== undefined) entry.end = end;
}

/** Stands where a line said that the data are those of an earlier line, and that one is not there. */
const MISSING = { length: 0 } as Stored;

function putRun(index: StoreIndex, number: number, run: Run, record: Stored, end?: ContentEnd): void {
  const { _id: id, status, revision, fence } = run;
  const known = index.runs.get(id);
  if (known !== undefined && known.number > number) return;
  if (known?.number === number) {
    index.replaceRun(known, { status, revision, fence, record });
    known.entry.end = end ?? known.entry.end;
    return;
  }
  if (known !== undefined) index.removeRun(known);
  const entry = index.entries.get(run.taskId);
  if (entry === undefined) return;
  index.insertRun({ id, number, entry, status, revision, fence, record, heldUntil: 0 });
  entry.end = end ?? entry.end;
}

function putAccount(index: StoreIndex, number: number, account: Account): void {
  const known = index.accounts.get(account._id);
  if (known !== undefined && known.number > number) return;
  if (known !== undefined && known.number < number) index.removeAccount(account._id);
  index.putAccount(number, account);
}

function putDelivery(index: StoreIndex, number: number, head: DeliveryHead, body: Stored | undefined): void {
  const { deliveries } = index;
  const known = deliveries.get(head._id);
  if (known !== undefined && known.number > number) return;
  if (known?.number === number) {
    deliveries.replace(known, head, body ?? known.body);
    return;
  }
  if (known !== undefined) deliveries.remove(known);
  deliveries.insert(number, head, body ?? MISSING);
}

function remove(index: StoreIndex, kind: Kind, id: string, number: number): void {
  if (kind === "task") {
    const entry = index.entries.get(id);
    if (entry?.number === number) index.remove(entry);
  } else if (kind === "run") {
    const run = index.runs.get(id);
    if (run?.number === number) index.removeRun(run);
  } else if (kind === "delivery") {
    const delivery = index.deliveries.get(id);
    if (delivery?.number === number) index.deliveries.remove(delivery);
  } else if (index.accounts.get(id)?.number === number) index.removeAccount(id);
}
