import type { Account, Run } from "../../kernel/storage.js";
import type { Book, Head, Stored } from "./book.js";
import type { DeliveryHead } from "./delivery-book.js";
import type { Kind, Meta } from "./records.js";

/**
 * Does to the book what a line of the main log says. A compacted file may know more than lines that are replayed after
 * it: what has a later number than a line is another, younger thing of the same id, and the line is old news.
 *
 * Says whether the line is one.
 */
export function apply(book: Book, meta: Meta, text: string | undefined, first?: Stored, second?: Stored): boolean {
  book.seen(meta.n);
  if ("gone" in meta) {
    remove(book, meta.gone, meta.id, meta.n);
    return true;
  }
  if (text === undefined || first === undefined) return false;
  if (meta.put === "task") putTask(book, meta.n, JSON.parse(text), second);
  else if (meta.put === "run") putRun(book, meta.n, JSON.parse(text), first);
  else if (meta.put === "account") putAccount(book, meta.n, JSON.parse(text));
  else if (meta.put === "delivery") putDelivery(book, meta.n, JSON.parse(text), second);
  else return false;
  return true;
}

function putTask(book: Book, number: number, head: Head, data: Stored | undefined): void {
  const known = book.entries.get(head._id);
  if (known !== undefined && known.number > number) return;
  if (known?.number === number) {
    book.replace(known, head, data ?? known.data);
    return;
  }
  if (known !== undefined) book.remove(known);
  book.insert(number, head, data ?? MISSING);
}

/** Stands where a line said that the data are those of an earlier line, and that one is not there. */
const MISSING = { length: 0 } as Stored;

function putRun(book: Book, number: number, run: Run, record: Stored): void {
  const { _id: id, status, revision, fence } = run;
  const known = book.runs.get(id);
  if (known !== undefined && known.number > number) return;
  if (known?.number === number) {
    book.replaceRun(known, { status, revision, fence, record });
    return;
  }
  if (known !== undefined) book.removeRun(known);
  const entry = book.entries.get(run.taskId);
  if (entry === undefined) return;
  book.insertRun({ id, number, entry, status, revision, fence, record, heldUntil: 0 });
}

function putAccount(book: Book, number: number, account: Account): void {
  const known = book.accounts.get(account._id);
  if (known !== undefined && known.number > number) return;
  if (known !== undefined && known.number < number) book.removeAccount(account._id);
  book.putAccount(number, account);
}

function putDelivery(book: Book, number: number, head: DeliveryHead, body: Stored | undefined): void {
  const { deliveries } = book;
  const known = deliveries.get(head._id);
  if (known !== undefined && known.number > number) return;
  if (known?.number === number) {
    deliveries.replace(known, head, body ?? known.body);
    return;
  }
  if (known !== undefined) deliveries.remove(known);
  deliveries.insert(number, head, body ?? MISSING);
}

function remove(book: Book, kind: Kind, id: string, number: number): void {
  if (kind === "task") {
    const entry = book.entries.get(id);
    if (entry?.number === number) book.remove(entry);
  } else if (kind === "run") {
    const run = book.runs.get(id);
    if (run?.number === number) book.removeRun(run);
  } else if (kind === "delivery") {
    const delivery = book.deliveries.get(id);
    if (delivery?.number === number) book.deliveries.remove(delivery);
  } else if (book.accounts.get(id)?.number === number) book.removeAccount(id);
}
