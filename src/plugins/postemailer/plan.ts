import { createHash } from "node:crypto";
import { ScriptoriumError } from "../../kernel/index.js";
import { seededRandom } from "../../kernel/values/random.js";
import { readArticle } from "../_kit/articles-in/index.js";
import { lateStart, type PlanEntry, planFiles, plannedTimes } from "../_kit/drip/index.js";
import type { Context } from "./context.js";
import type { PostEmailerOptions } from "./options.js";

/** A file, and when its messages are due: milliseconds since 1970. */
export interface Due {
  readonly file: string;
  readonly at: number;
}

const NAME = "plan";

/**
 * When each file is due. A plan that was made before holds as long as the settings of days and times stay: what is not in it yet gets
 * times of its own.
 */
export async function duePlan(
  files: readonly string[],
  context: Context,
  seed: string,
  target: string,
): Promise<readonly Due[]> {
  const { options, clock, output, remembered } = context;
  if (options.sendNow || options.dryRun || options.testAddress.trim() !== "")
    return files.map((file) => ({ file, at: 0 }));
  const wanted = fingerprint(options);
  const known = options.sendAgain ? new Map<string, Planned>() : readPlan(await remembered(NAME), wanted);
  const open = files.filter((file) => !known.has(file));
  const late = open.length === 0 ? undefined : lateStart(options, clock.now());
  if (late !== undefined) context.log.warn(late);
  const times = plannedTimes(open.length, options, { now: clock.now(), random: seededRandom(`${seed}:plan`) });
  open.forEach((file, index) => {
    const { at, day } = times[index]!;
    known.set(file, { at, day });
  });
  output.remember(NAME, JSON.stringify({ wanted, plan: Object.fromEntries(known) }));
  const entries: PlanEntry[] = [];
  for (const file of files) {
    const title = await titleOf(file, context, seed);
    entries.push({ ...known.get(file)!, file, title, target, status: options.postStatus });
  }
  entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  for (const { path, content, type } of planFiles(entries, { name: "Post emailer", now: clock.now() }))
    output.file(path, content, type);
  return entries.map(({ file, at }) => ({ file, at: Date.parse(at) }));
}

/** As its message will have it; the file of an article that cannot be read, whose row says why. */
async function titleOf(file: string, { options, providers, signal }: Context, seed: string): Promise<string> {
  try {
    const random = seededRandom(`${seed}:${file}`);
    return (await readArticle(file, options, { folder: providers.folder!, random, signal })).title;
  } catch (error) {
    signal.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    return file;
  }
}

type Planned = Pick<PlanEntry, "at" | "day">;

function readPlan(bytes: Uint8Array | undefined, wanted: string): Map<string, Planned> {
  if (bytes === undefined) return new Map();
  // It is what `duePlan` has put away.
  const kept = JSON.parse(Buffer.from(bytes).toString()) as { wanted: string; plan: Record<string, Planned> };
  return kept.wanted === wanted ? new Map(Object.entries(kept.plan)) : new Map();
}

function fingerprint(options: PostEmailerOptions): string {
  const { postStartDate, postUseToday, postDayFirst, postsPerDay, postIntervalFrom, postIntervalTo } = options;
  const { postTimeFrom, postTimeTo, postTimezone, postDays, articleFolder } = options;
  const days = [postStartDate, postUseToday, postDayFirst, postsPerDay, postIntervalFrom, postIntervalTo, postDays];
  const text = JSON.stringify([...days, postTimeFrom, postTimeTo, postTimezone, articleFolder]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
