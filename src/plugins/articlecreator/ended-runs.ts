import { countWords } from "../../engines/pages/terms.js";
import { plainExchanges } from "../../engines/writing/plain-exchanges.js";
import { escapeSpintax } from "../../kernel/index.js";
import { type ArticleBody, type BodyBlock, type BodyText, textsOf } from "../_kit/article-body/index.js";
import { spunSentences } from "../_kit/rewriting/spun-sentences.js";
import { topicWords } from "../_kit/rewriting/topic-words.js";
import { type Fresh, inOrder } from "./in-order.js";
import { createChoice } from "./least-copied.js";
import { leansOnPrevious } from "./sentence-rules.js";
import type { Context } from "./sources.js";

interface EndingRuns {
  readonly context: Pick<Context, "random" | "signal" | "providers">;
  readonly language: string | undefined;
  readonly protectedWords: readonly string[];
}

/** Ways to end a run, the surest first: what asks for more is taken where a run is left. */
const STEPS = ["plain", "joined", "default", "shorter"] as const;

/**
 * Changes sentences that have a long run of their source even so, in as few places as are enough: other forms of function words,
 * measures and numbers, words of the spinner, and what a sentence says besides left out.
 */
export async function endRuns(body: ArticleBody, fresh: Fresh, given: EndingRuns): Promise<ReadonlySet<BodyText>> {
  const joined = new Set<BodyText>();
  if (given.language !== undefined && given.language !== "en") return joined;
  for (const step of STEPS) {
    if (!isCopied(body, fresh, given.context)) break;
    if (step === "joined") {
      for (const text of joinedTo(body, fresh, given)) joined.add(text);
      continue;
    }
    const others = await othersOf(body, fresh, step, given);
    const choice = createChoice(given.context.random, "paraphrase");
    for (const { own } of inOrder(body, choice)) {
      const before = fresh.get(own.text);
      if (before === undefined) {
        choice.pass(own.text);
        continue;
      }
      const { text } = choice.worded(others.get(own.text)!, own.text);
      if (text !== before.text)
        fresh.set(own.text, {
          text,
          spintax: `{${escapeSpintax(text)}|${before.spintax ?? escapeSpintax(before.text)}}`,
        });
    }
  }
  return joined;
}

/** The sentences before which a run ends where "and" joins them to the one before; they begin with it in `fresh` then. */
function joinedTo(body: ArticleBody, fresh: Fresh, { context, protectedWords }: EndingRuns): readonly BodyText[] {
  const choice = createChoice(context.random, "paraphrase");
  const joined: BodyText[] = [];
  const common = commonWords(body);
  for (const { own, block, index } of inOrder(body, choice)) {
    const said = fresh.get(own.text);
    if (said === undefined) {
      choice.pass(own.text);
      continue;
    }
    const before = block.kind === "paragraph" && index > 0 ? block.sentences[index - 1]! : undefined;
    const joining =
      before === undefined || before === joined.at(-1)
        ? undefined
        : joiningOf(before, own, fresh, { protectedWords, common });
    const takeBack = choice.mark();
    const { beyond } = choice.worded(escapeSpintax(said.text), own.text);
    if (beyond === 0 || joining === undefined) continue;
    takeBack();
    if (choice.worded(escapeSpintax(joining), own.text).beyond < beyond) {
      fresh.set(own.text, { text: joining });
      joined.push(own);
    } else {
      takeBack();
      choice.worded(escapeSpintax(said.text), own.text);
    }
  }
  return joined;
}

const LONGEST_JOINED = 42;
/** Words that link a sentence with what comes before, or open a clause of another kind. */
const OPENS_OTHERWISE =
  /^(?:and|or|nor|but|so|yet|for|then|thus|hence|also|too|still|instead|otherwise|however|therefore|moreover|furthermore|meanwhile|besides|nevertheless|finally|first|second|third|next|later|if|when|while|although|though|because|since|unless|once|as|until|before|after|whether|what|why|how|who|which|where|let|please|do|make|use|keep|take|put|add|not|never|likewise|similarly|consequently|accordingly|indeed|yes|such) /i;

/** Words that the article has in small letters, and so no names. */
function commonWords(body: ArticleBody): ReadonlySet<string> {
  const texts = body.blocks.flatMap(textsOf).map(({ text }) => text);
  return new Set(texts.flatMap((text) => text.match(/(?<![\p{L}’'-])\p{Ll}+/gu) ?? []));
}

interface JoiningWords {
  readonly protectedWords: readonly string[];
  readonly common: ReadonlySet<string>;
}

/** A sentence as it goes on behind "and"; undefined where the two make no sentence that reads well. */
function joiningOf(first: BodyText, second: BodyText, fresh: Fresh, words: JoiningWords) {
  const { protectedWords, common } = words;
  const before = fresh.get(first.text)?.text;
  const after = fresh.get(second.text)!.text;
  if (before === undefined || first.source !== second.source || first.links || second.links) return undefined;
  const opener = /^\p{L}+(?= )/u.exec(after)?.[0].toLowerCase() ?? "";
  if (!common.has(opener) || OPENS_OTHERWISE.test(after)) return undefined;
  if (!/[\p{L}\p{N}%]\.$/u.test(before) || /[?!:]$/.test(after)) return undefined;
  if (protectedWords.some((word) => word !== "" && after.startsWith(word))) return undefined;
  if (/, and |, but /.test(`${before} ${after}`)) return undefined;
  if (/[:;?!()“”"]/.test(before) || /^(?:if|when|although|though|while|because) /i.test(before)) return undefined;
  if (countWords(before) + countWords(after) > LONGEST_JOINED) return undefined;
  return `and ${after[0]!.toLowerCase()}${after.slice(1)}`;
}

function isCopied(body: ArticleBody, fresh: Fresh, { random }: EndingRuns["context"]): boolean {
  const choice = createChoice(random, "paraphrase");
  for (const { own } of inOrder(body, choice)) {
    const said = fresh.get(own.text);
    if (said === undefined) choice.pass(own.text);
    else if (choice.worded(escapeSpintax(said.text), own.text).beyond > 0) return true;
  }
  return false;
}

/** What is said for each sentence with the options of a step behind it, as spintax. */
async function othersOf(
  body: ArticleBody,
  fresh: Fresh,
  step: Exclude<(typeof STEPS)[number], "joined">,
  { context, language, protectedWords }: EndingRuns,
): Promise<ReadonlyMap<string, string>> {
  const sentences = [...fresh.keys()];
  const said = sentences.map((sentence) => fresh.get(sentence)!.text);
  if (step === "plain" || step === "shorter") {
    const ends = step === "shorter" ? endsOf(body) : new Set<string>();
    return new Map(
      sentences.map((sentence, at) => [
        sentence,
        plainExchanges(said[at]!, protectedWords, ends.has(sentence) ? "shortest" : step),
      ]),
    );
  }
  const { random, signal, providers } = context;
  if (providers.spinner === undefined)
    return new Map(sentences.map((sentence, at) => [sentence, escapeSpintax(said[at]!)]));
  const { texts } = await spunSentences(said, {
    ...{ mode: "spin", strength: step, random, signal, engines: providers, language, protectedWords },
    topicWords: topicWords(body),
    sourceLanguage: "en",
  });
  return new Map(sentences.map((sentence, at) => [sentence, texts[at]!]));
}

/** The sentences whose end nothing leans on. */
function endsOf({ blocks }: ArticleBody): ReadonlySet<string> {
  const ends = new Set<string>();
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== "paragraph") continue;
    for (const [index, { text }] of block.sentences.entries()) {
      const next = block.sentences[index + 1]?.text ?? firstOf(blocks[at + 1]);
      if (next !== undefined && !leansOnPrevious(next)) ends.add(text);
    }
  }
  return ends;
}

/** The text that a block begins with: undefined for a list, which leans on what announces it. */
function firstOf(block: BodyBlock | undefined): string | undefined {
  if (block === undefined || block.kind === "heading") return "";
  return block.kind === "paragraph" ? textsOf(block)[0]?.text : undefined;
}
