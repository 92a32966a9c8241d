import { loadOnce, remembering } from "../../remembering.js";
import type { Sentence, Tag, Tagger, Token } from "../types.js";
import { sentenceEnds } from "./boundaries.js";
import { corrected } from "./corrections.js";
import { guessedTags, type PartOfSpeechModel } from "./guesses.js";
import { rawTokens } from "./tokens.js";

/** How many unknown words a model may gather before it gives way to a fresh one, which takes a tenth of a second. */
const MAX_UNKNOWN = 200_000;

const MAX_REMEMBERED = 20_000;

/** The tagger; the model is loaded at the first call and shared from then on. */
export const loadTagger = loadOnce(async () => createTagger(await loadModel()));

async function loadModel(): Promise<PartOfSpeechModel> {
  const [{ default: winkNlp }, { default: model }] = await Promise.all([
    import("wink-nlp"),
    import("wink-eng-lite-web-model"),
  ]);
  const create = () => {
    const nlp = winkNlp(model, ["pos"]);
    // Words the model does not know are numbered behind those it knows, and kept for ever.
    const idsOf = (text: string) => nlp.readDoc(text).tokens().out(nlp.its.uniqueId) as unknown as number[];
    return { nlp, idsOf, firstUnknown: idsOf("qqxzzv")[0]! };
  };
  let reader = create();
  const known = remembering<string, boolean>(MAX_REMEMBERED);
  return {
    knows: (word) =>
      known(word, () => {
        const ids = reader.idsOf(word);
        return ids.length === 1 && ids[0]! < reader.firstUnknown;
      }),
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
