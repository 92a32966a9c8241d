import { ScriptoriumError } from "../errors.js";
import type { Sealed } from "../task.js";
import { type Json, type JsonObject, shown } from "../values/json.js";
import { partsOf, userInfosIn, withUserInfos } from "./address-secrets.js";
import type { Marks } from "./marks.js";
import { changedAt, changedTexts, labelOf, listAbove, valueAt } from "./pointers.js";
import { MASK } from "./secret-names.js";
import { partsOfSecret } from "./secret-parts.js";
import { type Hidden, type OpenedValues, type TakenOut, takenOut, textsOf } from "./taking-out.js";

/** Encrypts texts with a key that it keeps. */
export interface SecretBox {
  /** The text, encrypted and bound to `label`; another text every time. */
  seal(text: string, label: string): Promise<string>;
  /** Throws SECRET_UNREADABLE when its key is not there, it was damaged, or it was sealed under another label. */
  open(sealed: string, label: string): Promise<string>;
}

/** Behind the place of a list in what its secrets are bound to, so that they are never taken for a single one. */
const IN_LIST = "[]";

export interface Opened {
  readonly data: JsonObject;
  /** The secrets alone, those in addresses also without the user name, for the code that keeps them out of logs. */
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
    const opened = new Map<string, ReadonlyMap<string, string>>();
    const unreadable = new Map<string, unknown>();
    let out = takenOut(data, marks, stored, opened);
    while (out.wanted.size > 0) {
      for (const place of out.wanted) {
        try {
          opened.set(place, await this.texts(place, stored!.sealed[place]!, valueAt(stored!.data, place)));
        } catch (error) {
          opened.set(place, new Map());
          unreadable.set(place, error);
        }
      }
      out = takenOut(data, marks, stored, opened);
    }
    const [unfounded] = out.unfounded;
    if (unfounded !== undefined) {
      const [place] = [...unreadable.keys()].filter((one) => unfounded === one || unfounded.startsWith(`${one}/`));
      if (place !== undefined) throw unreadableAt(place, unreadable.get(place));
      throw refused(
        `has the mask "${MASK}" at "${shown(unfounded)}", where no secret is kept that it could be; put the secret itself there or leave it empty`,
      );
    }
    return { data: out.data, sealed: await this.sealed(out, stored, opened), marks };
  }

  /** What is stored of secrets. Those of a list are one value, so that it may have any number of them. */
  private async sealed(out: TakenOut, stored: Hidden | undefined, opened: OpenedValues): Promise<Sealed> {
    const sealed: Record<string, string> = {};
    const lists = new Map<string, Map<string, string>>();
    const put = async (pointer: string, text: string) => {
      const list = listAbove(out.data, pointer);
      if (list === undefined) {
        sealed[pointer] = await this.seal(text, pointer);
        return;
      }
      const texts = lists.get(list) ?? new Map<string, string>();
      lists.set(list, texts.set(pointer.slice(list.length), text));
    };
    for (const pointer of out.keptLists) sealed[pointer] = stored!.sealed[pointer]!;
    for (const [pointer, one] of out.kept) {
      if ("sealed" in one) sealed[pointer] = one.sealed;
      else await put(pointer, one.text);
    }
    for (const [pointer, text] of out.fresh) await put(pointer, text);
    for (const [pointer, texts] of lists) {
      const text = JSON.stringify(Object.fromEntries(texts));
      const before = opened.get(pointer);
      const isAsStored = before !== undefined && JSON.stringify(Object.fromEntries(before)) === text;
      sealed[pointer] = isAsStored ? stored!.sealed[pointer]! : await this.seal(text, `${pointer}${IN_LIST}`);
    }
    return sealed;
  }

  private async seal(text: string, place: string): Promise<string> {
    if (this.box === undefined) throw unavailable();
    return this.box.seal(text, this.label(place));
  }

  /** What an encrypted value holds, by the places below its own. */
  private async texts(pointer: string, sealed: string, shownThere: Json | undefined): Promise<Map<string, string>> {
    if (this.box === undefined) throw unavailable();
    if (!Array.isArray(shownThere)) return new Map([["", await this.box.open(sealed, this.label(pointer))]]);
    const text = await this.box.open(sealed, this.label(`${pointer}${IN_LIST}`));
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  }

  /** The data object with its secrets. Throws SECRET_UNREADABLE naming the place of one that cannot be opened. */
  opened(data: JsonObject, sealed: Sealed | undefined): Promise<Opened> {
    return this.open(data, sealed, (place, cause) => {
      throw unreadableAt(place, cause);
    });
  }

  /** As `opened`; where a secret cannot be opened the mask is left. */
  revealed(data: JsonObject, sealed: Sealed | undefined): Promise<Opened> {
    return this.open(data, sealed, () => {});
  }

  private async open(
    data: JsonObject,
    sealedOnes: Sealed | undefined,
    failed: (place: string, cause: unknown) => void,
  ): Promise<Opened> {
    let result: Json = data;
    const values: string[] = [];
    const real = (there: string, secret: string): string => {
      if (there === MASK) {
        values.push(secret, ...partsOfSecret(secret));
        return secret;
      }
      const infos = userInfosIn(there);
      // Where the two do not fit, what is shown counts.
      if (!infos.some((info) => info.text === MASK)) return there;
      const texts = textsOf(secret);
      values.push(...texts.flatMap(partsOf));
      return withUserInfos(there, infos, (index) => texts[index]);
    };
    for (const [pointer, sealed] of Object.entries(sealedOnes ?? {})) {
      try {
        const texts = await this.texts(pointer, sealed, valueAt(data, pointer));
        result = changedAt(result, pointer, (there) =>
          changedTexts(there, (text, place) => {
            const secret = texts.get(place);
            return secret === undefined ? text : real(text, secret);
          }),
        );
      } catch (error) {
        failed(pointer, error);
      }
    }
    // What is changed at a place within an object is an object again.
    return { data: result as JsonObject, values };
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

function unreadableAt(place: string, cause: unknown): ScriptoriumError {
  const why = ScriptoriumError.is(cause) ? ` ${cause.message}` : "";
  return new ScriptoriumError(
    "SECRET_UNREADABLE",
    `The secret at "${shown(place)}" cannot be opened.${why} Post it again, or bring back the key it was encrypted with.`,
    { place: shown(place) },
    { cause },
  );
}
