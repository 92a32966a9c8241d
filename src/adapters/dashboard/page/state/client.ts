import { signal } from "@preact/signals";
import { createClient } from "../../../client/index.js";

// In a variable, so that the bundler takes it for no reference to a file.
const here = import.meta.url;

/** Where the API is: the page's files are one folder below it, whatever path it is mounted under. Ends with a slash. */
export const apiBase = new URL("../", here).href;

/** What the server has written into the page. */
const told = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="scriptorium-${name}"]`)?.content;

/** Whether nothing that acts is shown. Set by the server; it hides and does not protect. */
export const readOnly = told("mode") === "read-only";

/** The codes of the languages that the text calls take. */
export const languages: Readonly<Record<"spin" | "paraphrase", string>> = JSON.parse(told("languages")!);

export type Connection = "connecting" | "open" | "lost";
/** Whether the server answers. */
export const connection = signal<Connection>("connecting");

const KEY = "scriptorium-key";
/** Of this tab alone: another one asks again. */
let key = sessionStorage.getItem(KEY) ?? "";

/** The question for the key, while a call waits for it. `refused`: one was given and was wrong. */
export const keyQuestion = signal<{ readonly refused: boolean; readonly answer: (key: string) => void } | undefined>(
  undefined,
);
let asking: Promise<void> | undefined;

/** Every call that needs the key waits for the same answer. */
function askForKey(refused: boolean): Promise<void> {
  asking ??= new Promise<void>((resolve) => {
    keyQuestion.value = {
      refused,
      answer(given) {
        key = given.trim();
        sessionStorage.setItem(KEY, key);
        keyQuestion.value = undefined;
        asking = undefined;
        resolve();
      },
    };
  });
  return asking;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/** `fetch` that carries the key, asks for it when the server wants one, and notices when the server is gone. */
async function fetchWithKey(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const sent = key;
    const headers = new Headers(init.headers);
    if (sent) headers.set("Authorization", `Bearer ${sent}`);
    let reply: Response;
    try {
      reply = await fetch(input, { ...init, headers, credentials: "same-origin" });
    } catch (error) {
      if (!isAbort(error) && !init.signal?.aborted) lost();
      throw error;
    }
    // A proxy says so of a server that is gone.
    if (reply.status === 502 || reply.status === 504) lost();
    else connection.value = "open";
    if (reply.status !== 401) return reply;
    // Somebody has answered meanwhile: try that one first.
    if (sent === key) await askForKey(sent !== "");
    init.signal?.throwIfAborted();
  }
}

let isLooking = false;

/** Looks every now and then until the server answers again. */
async function lost(): Promise<void> {
  connection.value = "lost";
  if (isLooking) return;
  isLooking = true;
  for (let wait = 500; ; wait = Math.min(wait * 1.5, 5000)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      const reply = await fetch(`${apiBase}healthz`, { headers: key ? { Authorization: `Bearer ${key}` } : {} });
      if (reply.ok || reply.status === 401) break;
    } catch {
      // Still gone.
    }
  }
  isLooking = false;
  connection.value = "open";
  for (const listener of backListeners) listener();
}

const backListeners = new Set<() => void>();

/** Called each time the server is there again after it was gone. */
export function onBack(listener: () => void): () => void {
  backListeners.add(listener);
  return () => backListeners.delete(listener);
}

/** Receives the notes of replies: what a person should know about a success. */
let tellNotes: (notes: readonly string[], call: string) => void = () => {};
export function onNotes(listener: typeof tellNotes): void {
  tellNotes = listener;
}

/** The one client of the page. */
export const client = createClient({
  url: apiBase.replace(/\/$/, ""),
  fetch: fetchWithKey as typeof fetch,
  reconnects: Number.POSITIVE_INFINITY,
  onNotes: (notes, call) => tellNotes(notes, call),
});

/** A task that an empty server offers to run. */
export interface Offer {
  readonly name: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the server says it can do with no key and no network. */
export const offers: readonly Offer[] = JSON.parse(told("offers") ?? "[]");
