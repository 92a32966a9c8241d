import type { ImportRecord } from "./records.js";

/** Characters that are held at a time; one record alone may be larger. */
const MOST_HELD = 1024 * 1024;

/** The records, so many at a time. Those before an error are handed on before it is thrown. */
export async function* chunks(
  records: AsyncIterable<ImportRecord>,
  most: number,
): AsyncGenerator<readonly ImportRecord[]> {
  let held: ImportRecord[] = [];
  let size = 0;
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const record of records) {
      held.push(record);
      size += record.size;
      if (held.length < most && size < MOST_HELD) continue;
      yield held;
      held = [];
      size = 0;
    }
  } catch (error) {
    failure = { error };
  }
  if (held.length > 0) yield held;
  if (failure !== undefined) throw failure.error;
}
