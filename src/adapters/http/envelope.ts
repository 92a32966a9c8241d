/** A request as plain data, whatever server it came through. */
export interface ApiRequest {
  readonly method: string;
  /** The request target as it was sent: path and query, still encoded. */
  readonly target: string;
  /** Those the API reads, by lower-case name; a list for one that came more than once. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: RequestBody | undefined;
  /** Where the client finds the API, base path included and without a slash at the end; `http://` and its host by default. */
  readonly root?: string;
  /** The address as the client wrote it, before a host took its path off; absent where nobody knows. */
  readonly address?: string;
  /** Aborts when the client is gone. */
  readonly signal?: AbortSignal;
}

/**
 * A body: as text or bytes, as the value that a host's own parser made of it, or as a function that reads it and throws
 * BodyTooLarge beyond the limit.
 */
export type RequestBody =
  | string
  | Uint8Array
  | { readonly parsed: unknown }
  | ((maxBytes: number) => Promise<Uint8Array>);

export class BodyTooLarge extends Error {
  constructor(readonly maxBytes: number) {
    super(`The body is larger than ${maxBytes} bytes.`);
  }
}

/** Why a body ends early or a signal aborts when the client hangs up; nobody reads the reply. */
export class ClientGone extends Error {}

/** A body in pieces, read as fast as the client takes it. Whoever stops before the end calls `return` of the iterator. */
export type Pieces = AsyncIterable<string | Uint8Array>;

export interface ApiResponse {
  readonly status: number;
  /** Names and values in turn, ready for `writeHead`; without Content-Length. */
  readonly headers: readonly string[];
  /** Whole, or in pieces for long lists, files and events. Empty for 204 and 304. */
  readonly body: string | Pieces;
}

export interface Envelope {
  readonly success: boolean;
  readonly message: string | null;
  readonly result: unknown;
  /** What a person should know about a success, in sentences. */
  readonly notes?: readonly string[];
}

const JSON_HEADERS: readonly string[] = [
  "Content-Type",
  "application/json; charset=utf-8",
  "Cache-Control",
  "no-store",
  "X-Content-Type-Options",
  "nosniff",
  "X-Frame-Options",
  "DENY",
  "Content-Security-Policy",
  "default-src 'none'",
  "Referrer-Policy",
  "no-referrer",
];
/** For replies that no foreign origin was allowed to ask for: no other page may embed them either. */
const SAME_ORIGIN_HEADERS: readonly string[] = [...JSON_HEADERS, "Cross-Origin-Resource-Policy", "same-origin"];

/** The headers of every reply; `origin` is the allowed origin that asked, if one did. */
export function replyHeaders(origin: string | undefined): readonly string[] {
  return origin === undefined
    ? SAME_ORIGIN_HEADERS
    : [...JSON_HEADERS, "Access-Control-Allow-Origin", origin, "Vary", "Origin"];
}

const NOTHING = '{"success":true,"message":null,"result":null}';

/** Success; without `notes` there is no such member. */
export function successBody(result: unknown, notes: readonly string[] = []): string {
  if (notes.length > 0) return JSON.stringify({ success: true, message: null, result, notes } satisfies Envelope);
  return result === null ? NOTHING : `{"success":true,"message":null,"result":${JSON.stringify(result)}}`;
}

export function failureBody(message: string): string {
  return `{"success":false,"message":${JSON.stringify(message)},"result":null}`;
}

/** For programs: the code of a failure, of which the envelope has the words. */
export const CODE_HEADER = "X-Error-Code";

/** The headers of a reply that says what went wrong; pages of an allowed origin may read its code. */
export function failureHeaders(code: string, origin?: string): readonly string[] {
  const exposed = origin === undefined ? [] : ["Access-Control-Expose-Headers", CODE_HEADER];
  return [...replyHeaders(origin), CODE_HEADER, code, ...exposed];
}

/** The length from which pieces are sent; bytes of that length are sent as they are. */
const PIECE_LENGTH = 64 * 1024;

/**
 * The success envelope around a list, in pieces; a short list is one string. The items are objects, or the JSON of one or
 * several with commas between them, as text or in UTF-8. Without `notes` there is no such member.
 * An error before the first piece throws here, a later one throws out of the iteration, and `broken` is called with it, since
 * no reply can.
 */
export async function listBody(
  items: AsyncIterable<object | string | Uint8Array>,
  broken: (error: unknown) => void,
  notes: readonly string[] = [],
): Promise<string | Pieces> {
  const foot = notes.length > 0 ? `],"notes":${JSON.stringify(notes)}}` : "]}";
  const pieces = listPieces(items, '{"success":true,"message":null,"result":[', foot);
  const first = await pieces.next();
  const second = await pieces.next();
  if (second.done && typeof first.value === "string") return first.value;
  return withErrorReport(pieces, broken, [first, second]);
}

async function* listPieces(items: AsyncIterable<object | string | Uint8Array>, head: string, foot: string) {
  const decoder = new TextDecoder();
  let piece = head;
  let index = 0;
  for await (const item of items) {
    if (item instanceof Uint8Array && item.length >= PIECE_LENGTH) {
      yield index === 0 ? piece : `${piece},`;
      yield item;
      piece = "";
    } else {
      piece += elementText(item instanceof Uint8Array ? decoder.decode(item) : item, index);
      if (piece.length >= PIECE_LENGTH) {
        yield piece;
        piece = "";
      }
    }
    index += 1;
  }
  yield piece + foot;
}

/** As it is, but `broken` is called with an error on the way. `early` are the pieces that were taken from it before. */
export function withErrorReport<T>(
  pieces: AsyncIterable<T>,
  broken: (error: unknown) => void,
  early: IteratorResult<T>[] = [],
): AsyncIterable<T> {
  // Not a generator: one that was never begun would not hand its `return` on, and the storage would keep its cursor.
  return {
    [Symbol.asyncIterator]() {
      const iterator = pieces[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            return early.shift() ?? (await iterator.next());
          } catch (error) {
            broken(error);
            throw error;
          }
        },
        async return() {
          return (await iterator.return?.()) ?? { done: true, value: undefined };
        },
      };
    },
  };
}

/** The same pieces with the first one made already, so that an error before it can still be sent in an envelope. */
export async function begun<T>(pieces: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const early = [await iterator.next()];
  return withErrorReport({ [Symbol.asyncIterator]: () => iterator }, () => {}, early);
}

/** Lets go of a list that nobody reads to its end. */
export async function unread(body: ApiResponse["body"]): Promise<void> {
  if (typeof body !== "string") await body[Symbol.asyncIterator]().return?.();
}

export function jsonLine(item: object): string {
  return `${JSON.stringify(item)}\n`;
}

/** The text of an element of a JSON list, with the comma before it. */
export function elementText(item: object | string, index: number): string {
  const text = typeof item === "string" ? item : JSON.stringify(item);
  return index === 0 ? text : `,${text}`;
}

/** The usual headers with those of the reply in their place. */
export function mergedHeaders(usual: readonly string[], own: readonly string[]): string[] {
  const taken = new Set<string>();
  for (let index = 0; index < own.length; index += 2) taken.add(own[index]!.toLowerCase());
  const kept: string[] = [];
  for (let index = 0; index < usual.length; index += 2) {
    if (!taken.has(usual[index]!.toLowerCase())) kept.push(usual[index]!, usual[index + 1]!);
  }
  return [...kept, ...own];
}
