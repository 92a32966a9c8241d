import type { Tag } from "../english/types.js";
import { wordSet } from "../word-set.js";

export const SUBJECT_PRONOUNS = wordSet("i you he she it we they");
export const OBJECT_PRONOUNS = wordSet("me you him her it us them");
export const POSSESSIVES = wordSet("my your his her its our their whose");
export const THIRD_PERSON = wordSet(
  "he she it they him her them his hers its their theirs himself herself itself themselves",
);
export const REFLEXIVES = wordSet(
  "myself yourself himself herself itself ourselves yourselves themselves oneself each",
);
export const SUBJECT_OF: ReadonlyMap<string, string> = new Map([
  ["me", "I"],
  ["him", "he"],
  ["her", "she"],
  ["us", "we"],
  ["them", "they"],
  ["they", "they"],
  ["he", "he"],
  ["she", "she"],
  ["it", "it"],
  ["you", "you"],
]);
export const OBJECT_OF: ReadonlyMap<string, string> = new Map([
  ["i", "me"],
  ["he", "him"],
  ["she", "her"],
  ["we", "us"],
  ["they", "them"],
  ["them", "them"],
  ["him", "him"],
  ["it", "it"],
  ["you", "you"],
]);

export const DETERMINERS = wordSet(
  "the a an this that these those some any every each no another either neither all both many several few most much such enough various what which",
);
export const MODALS = wordSet("can could may might must shall should will would ca wo 'll 'd");
export const BE = wordSet("be am is are was were been being 's 're 'm");
export const HAVE = wordSet("have has had having 've");
export const DO = wordSet("do does did");
export const WH = wordSet("who whom whose which what where when why how whether");

/** Words whose part of speech no context changes enough to trust the tagger over this list. */
export const CLOSED_TAGS: ReadonlyMap<string, Tag> = new Map<string, Tag>(
  (
    [
      ["DET", "the a an every"],
      ["SCONJ", "if because although though whereas unless whether"],
      ["CCONJ", "and or nor"],
      ["PRON", "i he she we they me him us them who whom whose it you my your his its our their"],
      ["ADP", "of at into from with without during among between onto upon despite against towards toward"],
      ["AUX", "is are was were am be been 'm 're must should could would might"],
      ["PART", "not n't"],
    ] as const
  ).flatMap(([tag, list]) => [...wordSet(list)].map((entry): [string, Tag] => [entry, tag])),
);

export const MONTHS = wordSet("january february march april may june july august september october november december");
export const WEEKDAYS = wordSet("monday tuesday wednesday thursday friday saturday sunday");
export const TIME_NOUNS = wordSet(
  "second minute hour day night morning afternoon evening week weekend month season spring summer autumn fall winter year decade century past moment time today yesterday tomorrow noon midnight dawn dusk",
);

/** Verbs that have an object and still no passive, or one nobody would say. */
export const NO_PASSIVE = wordSet(
  `have resemble cost lack become seem appear be remain suit fit weigh mean equal contain comprise possess own belong consist last
   want like love hate need let make get got take know think say see hear feel watch help go come start stop begin keep enter
   leave reach join marry face enjoy await survive lead spend mind hope wish fear expect prefer hold tell ask put try set run
   work play sit stand stay live die rise feature include involve represent constitute form total number boast exceed outnumber
   undergo experience escape afford deserve suffer gain lose earn cross near agree differ matter depend look sound smell taste
   smile laugh talk speak listen wait argue happen occur exist vary act serve count tend fail manage struggle attempt continue
   cease plan intend aim learn miss resist dislike regret do share welcome thank drive bear walk pass fly ride swim hit pay
   give show offer lend owe promise drop quit go pull push pick bring breathe call find consider deem leave name elect appoint`,
);

/** Nouns of time and measure that come after a verb without being its object. */
export const MEASURES = wordSet(
  "time times second minute hour day night morning afternoon evening week month year decade century mile kilometre kilometer metre meter percent per cent pound dollar euro way today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday home abroad bit lot deal",
);
