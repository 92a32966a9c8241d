import { type Random, shown, timeZone } from "../../kernel/index.js";
import { isoTime } from "../../kernel/values/iso-time.js";
import type { SourceArticle } from "../_kit/articles-in/index.js";
import { type PlannedTime, planOf, zonedTime } from "../_kit/drip/index.js";
import type { WpXmlGeneratorOptions } from "./options.js";

/** Gives the posts of a run their dates, one after the other. */
export class Dating {
  private readonly plan: Generator<PlannedTime, never>;
  /** How many dates of the plan have been given. */
  taken = 0;

  constructor(
    private readonly options: WpXmlGeneratorOptions,
    world: { readonly now: Date; readonly random: Random },
  ) {
    this.plan = planOf({ ...options, pastAllowed: true }, world);
  }

  /** Goes on where an earlier attempt stopped. */
  skip(count: number): void {
    while (this.taken < count) this.next();
  }

  /** ISO 8601 with an offset, and what is wrong with a date that the article names. */
  dateOf({ file, date, meta }: Pick<SourceArticle, "file" | "date" | "meta">): {
    readonly date: string;
    readonly problem: string;
  } {
    if (this.options.dateSource !== "article") return { date: this.next(), problem: "" };
    const own = this.own(date);
    if (own !== undefined) return { date: own, problem: "" };
    const given = date || (meta["date"] ?? "");
    const problem =
      given === ""
        ? ""
        : `${shown(file)}: its date "${shown(given, 60)}" cannot be read, so the post has one of the plan. Write it as 2024-01-31.`;
    return { date: this.next(), problem };
  }

  private next(): string {
    this.taken += 1;
    return this.plan.next().value.at;
  }

  /** A day without a time is dated at the beginning of the hours of posts. */
  private own(date: string): string | undefined {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date);
    const read = isoTime(isDay ? `${date}T${this.options.postTimeFrom.trim().padStart(5, "0")}` : date);
    if (read === undefined) return undefined;
    const zone = timeZone(this.options.postTimezone);
    return zonedTime(read.isLocal ? zone.firstShown(read.time).moment : read.time, zone);
  }
}

/** A second later, in the same offset. */
export function secondLater(date: string): string {
  const face = new Date(Date.parse(`${date.slice(0, 19)}Z`) + 1000);
  return face.toISOString().slice(0, 19) + date.slice(19);
}

const RESERVED = new Set(["draft", "pending", "private"]);

/** The status of a post: its own where that is more reserved; what is to come out later waits for that. */
export function statusOf(
  { meta }: Pick<SourceArticle, "meta">,
  wanted: WpXmlGeneratorOptions["postStatus"],
  date: string,
  now: Date,
): string {
  const own = (meta["status"] ?? "").trim().toLowerCase();
  if (wanted === "draft") return wanted;
  if (RESERVED.has(own)) return own;
  if (wanted !== "publish" && wanted !== "future") return wanted;
  return Date.parse(date) > now.getTime() ? "future" : "publish";
}
