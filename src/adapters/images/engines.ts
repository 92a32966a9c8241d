import { imageKey } from "../../engines/image-key.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { FoundImage, ImageQuery, ImagesProvider } from "../../kernel/providers/images.js";
import { type Clock, systemClock } from "../../kernel/values/clock.js";
import { shown } from "../../kernel/values/json.js";
import { answerCache } from "../network/answer-cache.js";
import type { ImageEngine } from "./engine.js";

export interface ImageEnginesOptions {
  readonly clock?: Clock;
  /** Where answers are kept; in memory alone without it. */
  readonly cacheFolder?: string;
  /** How long an answer is used again, which spares the few requests that some services allow. @default 24 */
  readonly cacheHours?: number;
}

interface Answer {
  readonly images: readonly FoundImage[];
  readonly problems: readonly string[];
}

const HOUR_MS = 3_600_000;
/** Some services take no more. */
const MOST_WORDS = 100;

/**
 * The port over image services, all asked at once and their images taken in turn. One that fails is a problem as long as another
 * answers; one that asked for a wait is not asked before it is over. Throws CONFIG_INVALID for two of one name, or none.
 */
export function imageEngines(
  engines: readonly ImageEngine[],
  { clock = systemClock, cacheFolder, cacheHours = 24 }: ImageEnginesOptions = {},
): Required<ImagesProvider> {
  const byName = new Map(engines.map((engine) => [engine.name, engine]));
  if (engines.length === 0 || byName.size < engines.length) {
    const problem =
      engines.length === 0
        ? "No image service was given. Give at least one."
        : "Two image services have one name. Name one of them otherwise.";
    throw new ScriptoriumError("CONFIG_INVALID", problem, { setting: "providers.images" });
  }
  const now = () => clock.now().getTime();
  const cache = answerCache<Answer>(now, cacheFolder);
  const resting = new Map<string, { readonly until: number; readonly error: ScriptoriumError }>();

  async function ask(engine: ImageEngine, words: string, query: ImageQuery): Promise<Answer> {
    const { licences, minWidth, limit, signal } = query;
    const asked = { licences, minWidth, limit };
    const question = JSON.stringify([engine.name, words, [...licences].sort(), minWidth, limit]);
    const earlier = cacheHours > 0 ? await cache.read(question, cacheHours * HOUR_MS) : undefined;
    if (earlier !== undefined) return earlier;
    const rest = resting.get(engine.name);
    if (rest !== undefined && now() < rest.until) throw rest.error;
    try {
      const { images, problems = [] } = await engine.find(words, asked, signal);
      const answer = { images, problems };
      // What a part of it could not give it may give the next time.
      if (cacheHours > 0 && problems.length === 0) await cache.write(question, answer);
      return answer;
    } catch (error) {
      const seconds = ScriptoriumError.is(error) ? error.facts["retryAfterSeconds"] : undefined;
      if (ScriptoriumError.is(error) && typeof seconds === "number") {
        resting.set(engine.name, { until: now() + seconds * 1000, error });
      }
      throw error;
    }
  }

  return {
    engines: () => engines.map(({ name, kind, title }) => ({ name, kind, title })),
    async find(words, query) {
      query.signal.throwIfAborted();
      const text = searchedWords(words);
      const asked = chosen(query.engines, byName);
      const outcomes = await Promise.allSettled(asked.map((engine) => ask(engine, text, query)));
      query.signal.throwIfAborted();
      const answers: Answer[] = [];
      const failures: ScriptoriumError[] = [];
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") answers.push(outcome.value);
        else if (ScriptoriumError.is(outcome.reason)) failures.push(outcome.reason);
        else throw outcome.reason;
      }
      const [first] = failures;
      if (answers.length === 0 && first !== undefined) throw first;
      const problems = [...answers.flatMap((answer) => answer.problems), ...failures.map(({ message }) => message)];
      return { images: inTurn(answers.map(({ images }) => images)).slice(0, query.limit), problems };
    },
    async used(image, options) {
      options.signal.throwIfAborted();
      await byName.get(image.engine)?.used?.(image, options);
    },
  };
}

/** The first of each list, then the second of each, an image that several have once. */
function inTurn(lists: readonly (readonly FoundImage[])[]): FoundImage[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const images = new Map<string, FoundImage>();
  for (let index = 0; index < longest; index += 1) {
    for (const image of lists.flatMap((list) => list.slice(index, index + 1))) {
      const key = imageKey(image.url);
      if (!images.has(key)) images.set(key, image);
    }
  }
  return [...images.values()];
}

function searchedWords(words: string): string {
  const text = words.replace(/[\p{Cc}\s]+/gu, " ").trim();
  if (text === "") {
    throw new ScriptoriumError("bad-input", "The words to find images by are empty. Say what to search for.", {
      field: "words",
    });
  }
  return text.length <= MOST_WORDS
    ? text
    : text
        .slice(0, MOST_WORDS)
        .replace(/\s\S*$/, "")
        .toWellFormed();
}

function chosen(names: readonly string[] | undefined, byName: ReadonlyMap<string, ImageEngine>): ImageEngine[] {
  if (names === undefined) return [...byName.values()];
  return [...new Set(names)].map((name) => {
    const engine = byName.get(name);
    if (engine !== undefined) return engine;
    const known = [...byName.keys()].map((one) => `"${one}"`).join(", ");
    throw new ScriptoriumError(
      "bad-input",
      `There is no image service "${shown(name)}". Use ${known}, or set another up.`,
      { engine: shown(name) },
    );
  });
}
