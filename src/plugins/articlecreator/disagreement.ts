import { languageOf } from "../../engines/language.js";
import { type Claim, claimsOf, contradict } from "./claims.js";
import type { Material, Sentence } from "./material.js";
import type { Arranged } from "./references.js";
import { type Passage, passageOf, standing } from "./runs.js";

/** Disagreements with what an article does not say that it speaks of. */
const MOST = 2;
const MOST_NAMED = 3;

interface Stated {
  readonly sentence: Sentence;
  readonly claims: readonly Claim[];
}

/** What is stated elsewhere against a sentence, in the article or only in a source. */
interface Dispute {
  readonly claim: Claim;
  readonly against: readonly (Stated & { readonly claim: Claim })[];
}

/**
 * Where two sources give different figures or dates for one thing, a sentence after the first says which source gives which.
 * What contradicts an earlier part of the article and finds no room for that is left out.
 */
export function withDisagreements(parts: readonly Arranged[], material: Material, room: number): Arranged[] {
  const query = new Set(material.query);
  const all = material.paragraphs.flatMap(({ sentences }) =>
    sentences.flatMap((sentence) => (sentence === undefined ? [] : stated(sentence))),
  );
  if (all.length === 0 || !isEnglish(material)) return [...parts];
  const chosen = new Map(
    parts.flatMap(({ passages }) => passages.flatMap(({ sentences }) => sentences.map((each) => [keyOf(each), each]))),
  );
  const settled = new Set<string>();
  const dropped = new Set<string>();
  let left = room;
  let mentioned = 0;
  const noted = (passage: Passage): Passage => {
    if (passage.list !== undefined) return passage;
    const sentences: Sentence[] = [];
    let waiting: Sentence[] = [];
    for (const sentence of passage.sentences) {
      if (!sentence.leans) {
        sentences.push(...waiting);
        waiting = [];
      }
      sentences.push(sentence);
      const key = keyOf(sentence);
      if (settled.has(key) || dropped.has(key)) continue;
      const dispute = disputeOf(sentence, all, chosen, query);
      if (dispute === undefined) continue;
      const within = dispute.against.filter((other) => chosen.has(keyOf(other.sentence)));
      if (within.length === 0 && mentioned >= MOST) continue;
      const note = noteOf(sentence, dispute, material, left);
      if (note !== undefined) {
        waiting.push(note);
        left -= note.words;
        mentioned += within.length === 0 ? 1 : 0;
        for (const other of [key, ...dispute.against.map((each) => keyOf(each.sentence))]) settled.add(other);
      } else for (const other of within) dropped.add(keyOf(other.sentence));
    }
    return passageOf([...sentences, ...waiting], passage.paragraph);
  };
  const told = parts.map((part) => ({ ...part, passages: part.passages.map(noted) }));
  return dropped.size === 0 ? told : without(told, dropped);
}

function keyOf({ paragraph, at }: Sentence): string {
  return `${paragraph.source} ${at}`;
}

function isEnglish({ paragraphs }: Material): boolean {
  const sample = paragraphs.slice(0, 20).flatMap(({ sentences }) => sentences.map((sentence) => sentence?.text ?? ""));
  return ["en", ""].includes(languageOf(sample.join(" ")));
}

const CLAIMS = new WeakMap<Sentence, readonly Claim[]>();

function stated(sentence: Sentence): Stated[] {
  let claims = CLAIMS.get(sentence);
  if (claims === undefined) {
    const { sentences } = sentence.paragraph;
    claims = claimsOf(sentence.original ?? sentence.text, sentences[sentence.index - 1]?.text ?? "");
    CLAIMS.set(sentence, claims);
  }
  return claims.length === 0 ? [] : [{ sentence, claims }];
}

function disputeOf(
  sentence: Sentence,
  all: readonly Stated[],
  chosen: ReadonlyMap<string, Sentence>,
  query: ReadonlySet<string>,
): Dispute | undefined {
  const [mine] = stated(sentence);
  for (const claim of mine?.claims ?? []) {
    const against = all.flatMap((other) => {
      if (other.sentence.paragraph.source === sentence.paragraph.source) return [];
      const found = other.claims.find((each) => contradict(claim, each, query));
      return found === undefined ? [] : [{ ...other, claim: found }];
    });
    // What the article says itself is told first.
    const inOrder = against.toSorted(
      (one, other) => Number(chosen.has(keyOf(other.sentence))) - Number(chosen.has(keyOf(one.sentence))),
    );
    if (inOrder.length > 0) return { claim, against: inOrder };
  }
  return undefined;
}

/** The sentence that tells the figures apart, with the titles of their sources where there is room for them. */
function noteOf(sentence: Sentence, dispute: Dispute, { sources }: Material, room: number): Sentence | undefined {
  const { claim, against } = dispute;
  const said = [{ sentence, claim }, ...against]
    .map((each) => ({ said: each.claim.quantity.said, title: sources[each.sentence.paragraph.source]?.title ?? "" }))
    .filter(({ said: one }, at, those) => those.findIndex((each) => each.said === one) === at)
    .slice(0, MOST_NAMED);
  const titles = new Set(said.map(({ title }) => title));
  const given = said.map(({ said: figure, title }, at) => `\u201c${title}\u201d ${at === 0 ? "gives " : ""}${figure}`);
  const texts = [
    ...(titles.size === said.length && !titles.has("")
      ? [`The sources differ on the ${claim.name}: ${listed(given)}.`]
      : []),
    `The sources differ on the ${claim.name}: ${listed(
      said.map(({ said: figure }) => figure),
      "or",
    )}.`,
  ];
  return texts
    .map((text) => ({ ...standing(against[0]!.sentence, text), leans: true }))
    .find(({ words }) => words <= room);
}

function listed(parts: readonly string[], joint = "and"): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${joint} ${parts.at(-1)}`;
}

/** The parts without these sentences and those that need them. */
function without(parts: readonly Arranged[], dropped: ReadonlySet<string>): Arranged[] {
  return (
    parts
      .map((part) => ({
        ...part,
        passages: part.passages.flatMap((passage) => {
          const gone = passage.sentences.filter((sentence) => dropped.has(keyOf(sentence)));
          if (gone.length === 0 || passage.list !== undefined) return [passage];
          const kept = passage.sentences.filter(
            (sentence) => !gone.some(({ index }) => sentence.index >= index && sentence.needs <= index),
          );
          return kept.length === 0 ? [] : [passageOf(kept, passage.paragraph)];
        }),
      }))
      // A heading above others has no text of its own.
      .filter(({ passages }, at) => passages.length > 0 || parts[at]!.passages.length === 0)
  );
}
