import type { MailAccount, MailPlace } from "../../kernel/index.js";
import type { Context } from "./context.js";

const SHELF_MS = 300_000;
const SHELVES = 12;
const HOUR_MS = SHELVES * SHELF_MS;

/** What this task has sent in the last hour, also before the server was started. */
export interface RememberedPlaces {
  of(account: MailAccount): readonly MailPlace[];
  /** Kept with the next checkpoint. */
  add(account: MailAccount, place: MailPlace): void;
}

interface Kept extends MailPlace {
  readonly id: string;
  readonly server: string;
}

/** In small files for five minutes each, so that one more message writes one of them, and an hour takes the place of the last. */
export async function rememberedPlaces({
  remembered,
  output,
}: Pick<Context, "remembered" | "output">): Promise<RememberedPlaces> {
  const shelves: Kept[][] = [];
  for (let number = 0; number < SHELVES; number += 1) {
    const bytes = await remembered(nameOf(number));
    // They are what `add` has put away.
    shelves.push(bytes === undefined ? [] : (JSON.parse(Buffer.from(bytes).toString()) as Kept[]));
  }
  return {
    of: ({ id, server }) => shelves.flat().filter((one) => one.id === id && one.server === server),
    add({ id, server }, { key, at }) {
      const time = Date.parse(at);
      const number = Math.floor(time / SHELF_MS) % SHELVES;
      const recent = shelves[number]!.filter((one) => Math.abs(time - Date.parse(one.at)) < HOUR_MS);
      shelves[number] = [...recent, { key, at, id, server }];
      output.remember(nameOf(number), JSON.stringify(shelves[number]));
    },
  };
}

const nameOf = (number: number) => `pace-${number}`;
