import business from "../../../../data/english/about-me/voices/business.txt";
import callings from "../../../../data/english/about-me/voices/callings.txt";
import goods from "../../../../data/english/about-me/voices/goods.txt";
import grave from "../../../../data/english/about-me/voices/grave.txt";
import hobby from "../../../../data/english/about-me/voices/hobby.txt";
import institutions from "../../../../data/english/about-me/voices/institutions.txt";
import interests from "../../../../data/english/about-me/voices/interests.txt";
import knownFirms from "../../../../data/english/about-me/voices/known-firms.txt";
import knownPersons from "../../../../data/english/about-me/voices/known-persons.txt";
import knownPlaces from "../../../../data/english/about-me/voices/known-places.txt";
import knownSubjects from "../../../../data/english/about-me/voices/known-subjects.txt";
import knownThings from "../../../../data/english/about-me/voices/known-things.txt";
import leisure from "../../../../data/english/about-me/voices/leisure.txt";
import pastimes from "../../../../data/english/about-me/voices/pastimes.txt";
import person from "../../../../data/english/about-me/voices/person.txt";
import practitioners from "../../../../data/english/about-me/voices/practitioners.txt";
import product from "../../../../data/english/about-me/voices/product.txt";
import purchases from "../../../../data/english/about-me/voices/purchases.txt";
import signed from "../../../../data/english/about-me/voices/signed.txt";
import sober from "../../../../data/english/about-me/voices/sober.txt";
import specialists from "../../../../data/english/about-me/voices/specialists.txt";
import supplies from "../../../../data/english/about-me/voices/supplies.txt";
import trades from "../../../../data/english/about-me/voices/trades.txt";
import { once, readTable, refuseRow, type TableFile } from "../../tables.js";
import { wordSet } from "../word-set.js";
import { SORTS, type Sort } from "./sorts.js";

/** Who speaks: somebody about a hobby, a firm, a person, or the site of a place or of a product. */
export const VOICES = ["hobby", "business", "person", "place", "product"] as const;
export type Voice = (typeof VOICES)[number];

/** Where the texts come from: the voice, or what all voices but firms and persons say about a grave subject. */
export const FORMS = [...VOICES, "sober"] as const;
export type Form = (typeof FORMS)[number];

/** A way to say a sentence or two: spintax with slots. */
export interface Way {
  readonly spintax: string;
  /** What the keyword has to fill, so that this way can be used. */
  readonly slots: readonly string[];
}

/** A place in a text, and all that can stand there. Each way fits every way before and behind. */
export interface Step {
  readonly ways: readonly Way[];
  readonly beginsParagraph: boolean;
}

/** A text with one thought from its first sentence to its last. */
export interface WholeText {
  readonly sort: Sort;
  readonly steps: readonly Step[];
}

const FILES: Readonly<Record<Form, readonly TableFile[]>> = {
  hobby: [
    { name: "english/about-me/voices/hobby.txt", text: hobby },
    { name: "english/about-me/voices/pastimes.txt", text: pastimes },
    { name: "english/about-me/voices/leisure.txt", text: leisure },
    { name: "english/about-me/voices/interests.txt", text: interests },
    { name: "english/about-me/voices/known-subjects.txt", text: knownSubjects },
  ],
  business: [
    { name: "english/about-me/voices/business.txt", text: business },
    { name: "english/about-me/voices/institutions.txt", text: institutions },
    { name: "english/about-me/voices/callings.txt", text: callings },
    { name: "english/about-me/voices/specialists.txt", text: specialists },
    { name: "english/about-me/voices/trades.txt", text: trades },
    { name: "english/about-me/voices/practitioners.txt", text: practitioners },
    { name: "english/about-me/voices/known-firms.txt", text: knownFirms },
  ],
  person: [
    { name: "english/about-me/voices/person.txt", text: person },
    { name: "english/about-me/voices/signed.txt", text: signed },
    { name: "english/about-me/voices/known-persons.txt", text: knownPersons },
  ],
  place: [{ name: "english/about-me/voices/known-places.txt", text: knownPlaces }],
  product: [
    { name: "english/about-me/voices/product.txt", text: product },
    { name: "english/about-me/voices/goods.txt", text: goods },
    { name: "english/about-me/voices/purchases.txt", text: purchases },
    { name: "english/about-me/voices/supplies.txt", text: supplies },
    { name: "english/about-me/voices/known-things.txt", text: knownThings },
  ],
  sober: [
    { name: "english/about-me/voices/sober.txt", text: sober },
    { name: "english/about-me/voices/grave.txt", text: grave },
  ],
};

/** The texts of each form. */
export const wholeTexts = once(
  () =>
    Object.fromEntries(FORMS.map((form) => [form, FILES[form].flatMap(readTexts)])) as unknown as Readonly<
      Record<Form, readonly WholeText[]>
    >,
);

const HEADING = new RegExp(`^(${SORTS.join("|")}): \\S.*$`);
const MENTIONS = wordSet("topic one name signed wedo seek exact todo");
const SLOTS = new Set([...MENTIONS, "is", "trade", "points", "asks", "tells", "fact", "factb"]);
const FEWEST_MENTIONS = 2;
const MOST_MENTIONS = 3;
const OTHER_WAY = "/ ";

/**
 * The texts of a file, whose form `data/README.md` describes.
 *
 * @throws ScriptoriumError CONFIG_INVALID for slots that do not exist, braces without partners, another way to say nothing, and
 * texts that name the keyword less than twice or more than three times.
 */
export function readTexts(file: TableFile): readonly WholeText[] {
  const rows = readTable(file, { columns: { sentence: "text" }, sections: HEADING });
  return [...Map.groupBy(rows, ({ section }) => section)].map(([title, lines]) => {
    const steps: { ways: Way[]; beginsParagraph: boolean }[] = [];
    let before: number | undefined;
    for (const { sentence, line } of lines) {
      const beginsParagraph = before !== undefined && line - before > 1;
      before = line;
      const step = steps.at(-1);
      if (!sentence.startsWith(OTHER_WAY)) {
        steps.push({ ways: [readWay(file, line, sentence)], beginsParagraph });
        continue;
      }
      if (step === undefined || beginsParagraph) {
        refuseRow(
          file,
          line,
          "it is another way to say nothing; move it directly below the sentence that it can replace",
        );
      }
      step.ways.push(readWay(file, line, sentence.slice(OTHER_WAY.length)));
    }
    const mentions = steps.map(({ ways }) =>
      ways.map(({ slots }) => slots.filter((slot) => MENTIONS.has(slot)).length),
    );
    const fewest = sum(mentions.map((counts) => Math.min(...counts)));
    const most = sum(mentions.map((counts) => Math.max(...counts)));
    if (fewest < FEWEST_MENTIONS || most > MOST_MENTIONS) {
      refuseRow(
        file,
        lines[0]!.line,
        `the text names its keyword ${fewest} to ${most} times; make it ${FEWEST_MENTIONS} or ${MOST_MENTIONS} in whichever way it is said`,
      );
    }
    return { sort: HEADING.exec(title)![1] as Sort, steps };
  });
}

function readWay(file: TableFile, line: number, spintax: string): Way {
  const slots = [...spintax.matchAll(/\{([^{}|]*)\}/g)].map(([, slot]) => slot!);
  const strange = slots.find((slot) => !SLOTS.has(slot));
  if (strange !== undefined) {
    refuseRow(file, line, `there is no slot {${strange}}; use one of ${[...SLOTS].join(", ")}`);
  }
  let open = 0;
  for (const mark of spintax.match(/[{}]/g) ?? []) {
    open += mark === "{" ? 1 : -1;
    if (open < 0) break;
  }
  if (open !== 0) refuseRow(file, line, "a brace has no partner; add it or remove the brace");
  if (/\{[^{}]*\{[A-Za-z]+\}/.test(spintax) || /\|[^{}]*\{[A-Za-z]+\}/.test(spintax)) {
    refuseRow(file, line, "a slot is inside a choice; write the sentence as another way of its own");
  }
  return { spintax, slots };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
