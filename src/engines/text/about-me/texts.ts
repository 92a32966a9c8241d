import business from "../../../../data/english/about-me/voices/business.txt";
import callings from "../../../../data/english/about-me/voices/callings.txt";
import goods from "../../../../data/english/about-me/voices/goods.txt";
import hobby from "../../../../data/english/about-me/voices/hobby.txt";
import institutions from "../../../../data/english/about-me/voices/institutions.txt";
import landscapes from "../../../../data/english/about-me/voices/landscapes.txt";
import pastimes from "../../../../data/english/about-me/voices/pastimes.txt";
import person from "../../../../data/english/about-me/voices/person.txt";
import place from "../../../../data/english/about-me/voices/place.txt";
import product from "../../../../data/english/about-me/voices/product.txt";
import sober from "../../../../data/english/about-me/voices/sober.txt";
import { once, readTable, refuseRow, type TableFile } from "../../tables.js";
import { wordSet } from "../word-set.js";

/** Who speaks: somebody about a hobby, a firm, a person, or the site of a place or of a product. */
export const VOICES = ["hobby", "business", "person", "place", "product"] as const;
export type Voice = (typeof VOICES)[number];

/** Where the texts come from: the voice, or what all voices but firms and persons say about a grave subject. */
export const FORMS = [...VOICES, "sober"] as const;
export type Form = (typeof FORMS)[number];

/** Firms with texts of their own, by what they do for whom; `data/english/about-me/firm-classes.txt` tells which is which. */
export const FIRM_CLASSES = [
  "school",
  "care",
  "clinic",
  "pets",
  "talking",
  "faith",
  "culture",
  "charity",
  "rescue",
  "club",
  "office",
  "trade",
  "craft",
  "lessons",
  "salon",
  "occasion",
  "travel",
] as const;

/** Things that are made and sold, with texts of their own; `data/english/about-me/topic-classes.txt` tells which is which. */
export const GOODS = [
  "kitchen",
  "drinkware",
  "appliance",
  "clothing",
  "footwear",
  "bag",
  "furniture",
  "bedding",
  "homeware",
  "scent",
  "skincare",
  "tool",
  "garden",
  "outdoor",
  "cycle",
  "device",
  "jewellery",
  "toy",
  "baby",
  "instrument",
  "food",
  "drink",
  "petgoods",
  "paper",
  "software",
  "fitness",
  "vehicle",
  "mobility",
  "heating",
] as const;

/** Subjects that somebody is fond of, likewise. */
export const PASTIMES = [
  "needlework",
  "making",
  "cooking",
  "drinks",
  "garden",
  "pets",
  "keeping",
  "wildlife",
  "sport",
  "endurance",
  "outdoors",
  "water",
  "fitness",
  "music",
  "dance",
  "art",
  "photo",
  "collecting",
  "past",
  "engines",
  "models",
  "games",
  "books",
  "screen",
  "language",
  "science",
  "tech",
  "money",
  "wellbeing",
  "family",
  "home",
  "green",
  "travel",
  "society",
  "work",
  "houseplants",
  "tank",
  "bees",
  "fungi",
  "puzzles",
  "writing",
  "web",
  "feasts",
] as const;

/** Texts that suit several classes of things, beside their own. */
export const GOODS_GROUPS = {
  worn: ["clothing", "footwear", "bag", "jewellery"],
  kitchenware: ["kitchen", "drinkware", "appliance"],
  household: ["furniture", "bedding", "homeware"],
  consumed: ["food", "drink", "scent", "skincare"],
  equipment: ["tool", "garden", "outdoor", "cycle", "fitness", "vehicle", "heating", "mobility", "instrument"],
  electronic: ["device", "software"],
  gifts: ["toy", "baby", "petgoods", "paper"],
} as const satisfies Readonly<Record<string, readonly (typeof GOODS)[number][]>>;

/** The same for subjects. */
export const PASTIME_GROUPS = {
  handmade: ["needlework", "making", "models", "art", "photo", "writing"],
  tasty: ["cooking", "drinks"],
  creatures: ["pets", "keeping", "wildlife", "tank", "bees"],
  moving: ["sport", "endurance", "outdoors", "water", "fitness", "dance"],
  listening: ["music", "screen", "books"],
  knowing: ["collecting", "past", "engines", "language", "science", "society", "houseplants", "fungi"],
  practical: ["tech", "money", "home", "green", "work", "web"],
  living: ["wellbeing", "family", "travel", "feasts"],
  playing: ["games", "puzzles"],
} as const satisfies Readonly<Record<string, readonly (typeof PASTIMES)[number][]>>;

/** The same for places: what lies in the open. */
export const OPEN_LANDS = ["island", "lake", "river", "mountain", "coast", "wild"] as const;

/** What a name of a place can stand for. */
export const LANDS = ["town", "region", "island", "lake", "river", "mountain", "coast", "wild", "sight"] as const;

/**
 * What a text suits: any keyword of its voice, what one does, what one reads about instead, what is kept for a long time, a firm
 * where one buys or is a guest, one that people come to in a hard time or one of a class, a subject of health or of law, or things,
 * subjects and places of a class.
 */
export const SORTS = [
  "any",
  "doing",
  "read",
  "lasting",
  "shop",
  "house",
  "quiet",
  ...FIRM_CLASSES,
  "health",
  "law",
  ...GOODS,
  ...(Object.keys(GOODS_GROUPS) as (keyof typeof GOODS_GROUPS)[]),
  ...PASTIMES,
  ...(Object.keys(PASTIME_GROUPS) as (keyof typeof PASTIME_GROUPS)[]),
  ...LANDS,
  "nature",
] as const;
export type Sort = (typeof SORTS)[number];

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
  ],
  business: [
    { name: "english/about-me/voices/business.txt", text: business },
    { name: "english/about-me/voices/institutions.txt", text: institutions },
    { name: "english/about-me/voices/callings.txt", text: callings },
  ],
  person: [{ name: "english/about-me/voices/person.txt", text: person }],
  place: [
    { name: "english/about-me/voices/place.txt", text: place },
    { name: "english/about-me/voices/landscapes.txt", text: landscapes },
  ],
  product: [
    { name: "english/about-me/voices/product.txt", text: product },
    { name: "english/about-me/voices/goods.txt", text: goods },
  ],
  sober: [{ name: "english/about-me/voices/sober.txt", text: sober }],
};

/** The texts of each form. */
export const wholeTexts = once(
  () =>
    Object.fromEntries(FORMS.map((form) => [form, FILES[form].flatMap(readTexts)])) as unknown as Readonly<
      Record<Form, readonly WholeText[]>
    >,
);

const HEADING = new RegExp(`^(${SORTS.join("|")}): \\S.*$`);
const MENTIONS = wordSet("topic one name wedo seek exact todo");
const SLOTS = new Set([...MENTIONS, "is"]);
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
