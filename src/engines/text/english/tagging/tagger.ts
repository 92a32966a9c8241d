import type { Sentence, Tag, Tagger, Token } from "../types.js";
import { sentenceEnds } from "./boundaries.js";
import { corrected } from "./corrections.js";
import { guessedTags, type PartOfSpeechModel } from "./guesses.js";
import { rawTokens } from "./tokens.js";

/** How many unknown words a model may gather before it gives way to a fresh one, which takes a tenth of a second. */
const MAX_UNKNOWN = 200_000;

const MAX_REMEMBERED = 20_000;

let loading: Promise<Tagger> | undefined;

/** The tagger; the model is loaded at the first call and shared from then on. */
export function loadTagger(): Promise<Tagger> {
  loading ??= loadModel().then(createTagger);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function loadModel(): Promise<PartOfSpeechModel> {
  const [{ default: winkNlp }, { default: model }] = await Promise.all([
    import("wink-nlp"),
    import("wink-eng-lite-web-model"),
  ]);
  const create = () => {
    const nlp = winkNlp(model, ["pos"]);
    // Words the model does not know are numbered behind those it knows, and kept for ever.
    const idsOf = (text: string) => nlp.readDoc(text).tokens().out(nlp.its.uniqueId) as unknown as number[];
    return { nlp, firstUnknown: idsOf("qqxzzv")[0]! };
  };
  let reader = create();
  const known = new Map<string, boolean>();
  return {
    knows(word) {
      const before = known.get(word);
      if (before !== undefined) return before;
      const { nlp, firstUnknown } = reader;
      const ids = nlp.readDoc(word).tokens().out(nlp.its.uniqueId) as unknown as number[];
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(word, ids.length === 1 && ids[0]! < firstUnknown);
      return known.get(word)!;
    },
    read(text) {
      const { nlp, firstUnknown } = reader;
      const tokens = nlp.readDoc(text).tokens();
      const ids = tokens.out(nlp.its.uniqueId) as unknown as number[];
      if (ids.some((id) => id - firstUnknown > MAX_UNKNOWN)) reader = create();
      return {
        values: tokens.out(nlp.its.value),
        tags: tokens.out(nlp.its.pos) as string[],
        known: ids.map((id) => id < firstUnknown),
      };
    },
  };
}

function createTagger(model: PartOfSpeechModel): Tagger {
  return {
    tag(text) {
      const raw = rawTokens(text);
      const ends = sentenceEnds(text, raw);
      const tags = guessedTags(text, raw, ends, model);
      const sentences: Sentence[] = [];
      let first = 0;
      for (const end of ends) {
        const tokens: Token[] = [];
        for (let index = first; index < end; index += 1) {
          const { start, end } = raw[index]!;
          tokens.push({ text: text.slice(start, end), start, end, tag: tags[index] as Tag });
        }
        sentences.push({ start: raw[first]!.start, end: raw[end - 1]!.end, tokens: corrected(tokens) });
        first = end;
      }
      return sentences;
    },
  };
}
