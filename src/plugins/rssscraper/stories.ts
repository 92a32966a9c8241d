import { createHash } from "node:crypto";
import { isStopWord, wordsOf } from "../../engines/pages/terms.js";
import type { IdentifiedItem } from "./identity.js";

/**
 * Which items of a run are put out, so that one that is in several feeds is put out once, although feeds are read at
 * the same time. Who has claimed an item either stores it or lets go of it; others wait for that after they have stored
 * their own, so nobody waits for one who waits.
 */
export class Claims {
  private readonly claims = new Map<string, Claim>();

  /** Takes what nobody has; `theirs` are stored by others or may be soon. */
  claim(items: readonly IdentifiedItem[]): { readonly mine: IdentifiedItem[]; readonly theirs: IdentifiedItem[] } {
    const mine: IdentifiedItem[] = [];
    const theirs: IdentifiedItem[] = [];
    for (const item of items) {
      if (this.of(item) !== undefined) {
        theirs.push(item);
        continue;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      for (const key of item.everywhere) this.claims.set(key, { stored: promise, settle: resolve });
      mine.push(item);
    }
    return { mine, theirs };
  }

  stored(items: readonly IdentifiedItem[]): void {
    for (const item of items) for (const key of item.everywhere) this.claims.get(key)?.settle(true);
  }

  /** What is stored already stays so. */
  letGo(items: readonly IdentifiedItem[]): void {
    for (const item of items) {
      for (const key of item.everywhere) {
        this.claims.get(key)?.settle(false);
        this.claims.delete(key);
      }
    }
  }

  /** Whether who has claimed it has stored it. */
  async wasStored(item: IdentifiedItem): Promise<boolean> {
    return (await this.of(item)?.stored) ?? false;
  }

  /** What an earlier attempt at the run has stored. */
  restore(keys: readonly string[]): void {
    for (const key of keys) this.claims.set(key, { stored: Promise.resolve(true), settle() {} });
  }

  private of(item: IdentifiedItem): Claim | undefined {
    return item.everywhere.map((key) => this.claims.get(key)).find((claim) => claim !== undefined);
  }
}

interface Claim {
  readonly stored: Promise<boolean>;
  settle(stored: boolean): void;
}

/** Words that show what a story is about, most of all its title's. */
const MAX_WORDS = 40;
/** Stories of one run that are compared; of more, the first. */
const MAX_STORIES = 20_000;
/** How much of the words two reports of one thing share. */
const ALIKE = 0.45;

export interface Story {
  readonly cluster: string;
  /** The address of the feed. */
  readonly feed: string;
  readonly words: readonly string[];
}

/** Puts reports of one thing that came from different feeds together. */
export class Clusters {
  private readonly stories: Story[] = [];
  private readonly byWord = new Map<string, number[]>();

  /** The story of an item: of the cluster of the likest one before it, or of one of its own. */
  storyOf({ item, text }: IdentifiedItem, feed: string): Story {
    const words = tellingWords(item.title, text);
    const like = this.likest(words, feed);
    const own = createHash("sha256").update(`${feed}\n${item.guid}\n${item.url}\n${text}`).digest("hex").slice(0, 12);
    return { cluster: like?.cluster ?? own, feed, words };
  }

  add(story: Story): void {
    if (this.stories.length >= MAX_STORIES) return;
    const index = this.stories.push(story) - 1;
    for (const word of story.words) {
      const others = this.byWord.get(word);
      if (others === undefined) this.byWord.set(word, [index]);
      else others.push(index);
    }
  }

  private likest(words: readonly string[], feed: string): Story | undefined {
    const shared = new Map<number, number>();
    for (const word of words) {
      for (const index of this.byWord.get(word) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    }
    let best: Story | undefined;
    let most = ALIKE;
    for (const [index, count] of shared) {
      const story = this.stories[index]!;
      // Two items of one feed are two stories, or the feed would not list both.
      if (story.feed === feed || count < 3) continue;
      const likeness = count / Math.min(words.length, story.words.length);
      if (likeness > most) [best, most] = [story, likeness];
    }
    return best;
  }
}

function tellingWords(title: string, text: string): string[] {
  const words = [...wordsOf(title), ...wordsOf(text.slice(title.length, title.length + 600))];
  return [...new Set(words.filter((word) => word.length > 2 && !isStopWord(word)))].slice(0, MAX_WORDS);
}
