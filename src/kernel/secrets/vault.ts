import { ScriptoriumError } from "../errors.js";
import type { Sealed } from "../task.js";
import { type JsonObject, shown } from "../values/json.js";
import type { Marks } from "./marks.js";
import { changedAt, labelOf } from "./pointers.js";
import type { SecretBox } from "./secret-box.js";
import { MASK } from "./secret-names.js";
import { type Hidden, takenOut } from "./taking-out.js";

/** Most secrets of one data object, and most characters of all of them; a run looks for each in all that it logs. */
const MAX_SECRETS = 500;
const MAX_CHARACTERS = 64 * 1024;
/** The same for what is stored of them, which is longer by a third and some fifty characters each. */
const MAX_SEALED = 2 * MAX_CHARACTERS;

export interface Opened {
  readonly data: JsonObject;
  /** The secrets alone, for the code that keeps them out of logs. */
  readonly values: readonly string[];
}

/** Takes secrets out of data objects, and puts them back for those who work with them. */
export class Vault {
  /** `family` keeps what was sealed for one sort of thing from being opened as another. */
  constructor(
    private readonly box: SecretBox | undefined,
    private readonly family = "",
  ) {}

  /** Whether secrets can be sealed. */
  get isReady(): boolean {
    return this.box !== undefined;
  }

  /** The same keys for another sort of thing. */
  forFamily(family: string): Vault {
    return new Vault(this.box, family);
  }

  /**
   * The data object as it is stored; what is stored already says which secrets masks keep. Throws what `refused` makes of
   * a sentence about the data object, and SECRETS_UNAVAILABLE when there is a secret and no key.
   */
  async hidden(
    data: JsonObject,
    marks: Marks,
    stored: Hidden | undefined,
    refused: (problem: string) => ScriptoriumError,
  ): Promise<Hidden> {
    const { fresh, kept, unfounded, data: shownData } = takenOut(data, marks, stored);
    const [place] = unfounded;
    if (place !== undefined) {
      throw refused(
        `has the mask "${MASK}" at "${shown(place)}", where no secret is kept that it could stand for; put the secret itself there or leave it empty`,
      );
    }
    let characters = 0;
    for (const value of fresh.values()) characters += value.length;
    if (fresh.size + kept.size > MAX_SECRETS) throw refused(`holds more than ${MAX_SECRETS} secrets`);
    if (characters > MAX_CHARACTERS) throw refused(`holds secrets of more than ${MAX_CHARACTERS} characters`);
    if (fresh.size > 0 && this.box === undefined) throw unavailable();
    const sealed: Record<string, string> = Object.fromEntries(kept);
    for (const [pointer, value] of fresh) sealed[pointer] = await this.box!.seal(value, this.label(pointer));
    // Those that were kept count too, and how long they are can only be known from this.
    if (Object.values(sealed).join("").length > MAX_SEALED) {
      throw refused(`holds secrets of more than ${MAX_CHARACTERS} characters`);
    }
    return { data: shownData, sealed, marks };
  }

  /** The data object with its secrets. Throws SECRET_UNREADABLE naming the place of one that cannot be opened. */
  opened(data: JsonObject, sealed: Sealed | undefined): Promise<Opened> {
    return this.open(data, sealed, (place, cause) => {
      throw unreadable(place, cause);
    });
  }

  /** As `opened`; where a secret cannot be opened the mask is left. */
  async revealed(data: JsonObject, sealed: Sealed | undefined): Promise<JsonObject> {
    return (await this.open(data, sealed, () => {})).data;
  }

  private async open(
    data: JsonObject,
    sealed: Sealed | undefined,
    failed: (place: string, cause: unknown) => void,
  ): Promise<Opened> {
    let result = data;
    const values: string[] = [];
    for (const [pointer, text] of Object.entries(sealed ?? {})) {
      try {
        if (this.box === undefined) throw unavailable();
        const value = await this.box.open(text, this.label(pointer));
        values.push(value);
        // What is changed at a place within an object is an object again.
        result = changedAt(result, pointer, (there) => (there === MASK ? value : there)) as JsonObject;
      } catch (error) {
        failed(pointer, error);
      }
    }
    return { data: result, values };
  }

  private label(pointer: string): string {
    return this.family + labelOf(pointer);
  }
}

function unavailable(): ScriptoriumError {
  return new ScriptoriumError(
    "SECRETS_UNAVAILABLE",
    "The data hold a secret, and no key is configured to encrypt it with. Give the server a key file or the variable SCRIPTORIUM_KEY, or createScriptorium the option secrets.",
  );
}

function unreadable(place: string, cause: unknown): ScriptoriumError {
  const why = ScriptoriumError.is(cause) ? ` ${cause.message}` : "";
  return new ScriptoriumError(
    "SECRET_UNREADABLE",
    `The secret at "${shown(place)}" cannot be opened.${why} Post it again, or bring back the key it was encrypted with.`,
    { place: shown(place) },
    { cause },
  );
}
