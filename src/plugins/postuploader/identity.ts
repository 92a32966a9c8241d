import { articleForms, type SourceArticle } from "../_kit/articles-in/index.js";
import { articleKey } from "./keys.js";
import { type KnownArticle, memory } from "./memory.js";
import type { Context } from "./options.js";

export interface Renamed {
  /** The key that its file gives it now. */
  readonly own: string;
  readonly article: KnownArticle;
}

/** Which articles of earlier runs the files of a folder are, also under other names and with other texts. */
export class Identities {
  /** Articles that have another file or key than the task remembers. */
  readonly renamed: Renamed[] = [];
  private readonly taken = new Set<string>();

  constructor(
    private readonly files: ReadonlySet<string>,
    private readonly context: Pick<Context, "remembered">,
  ) {}

  /** What the task knows of the article; one that is new has no posts. */
  async of(article: Pick<SourceArticle, "file" | "meta">, textHash: string): Promise<KnownArticle> {
    const own = articleKey(article);
    const known = await this.known(own, article.file, textHash);
    const found = known ?? { key: await this.freeKey(own, textHash), posts: {} };
    this.taken.add(found.key);
    const hasMoved = known !== undefined && fileOf(known) !== article.file;
    if (hasMoved || found.key !== own) this.renamed.push({ own, article: { ...found, file: article.file } });
    return found;
  }

  /** By its key or file, else by its title and text, else as another form of a file that is gone: `a.html` for `a.md`. */
  private async known(own: string, file: string, textHash: string): Promise<KnownArticle | undefined> {
    const { context } = this;
    const byKey = await memory.article(own, context);
    if (byKey !== undefined && isId(own)) return byKey;
    for await (const key of this.keys(own, file, textHash)) {
      const known = key === undefined ? undefined : await memory.article(key, context);
      if (known !== undefined && this.mayBe(known, file)) return known;
    }
    return undefined;
  }

  private async *keys(own: string, file: string, textHash: string): AsyncGenerator<string | undefined> {
    const { context } = this;
    yield await memory.keyOfName(own, context);
    if (!isId(own)) yield own;
    yield await memory.keyOfText(textHash, context);
    // Two ids are two articles, also where one file held them after each other.
    for (const form of isId(own) ? [] : articleForms(file)) {
      yield await memory.keyOfName(`file ${form}`, context);
      yield `file ${form}`;
    }
  }

  private mayBe(known: KnownArticle, file: string): boolean {
    const before = fileOf(known);
    return before === file || (!this.files.has(before) && !this.taken.has(known.key));
  }

  /** The name of an article that was renamed since may not stand for another one. */
  private async freeKey(own: string, textHash: string): Promise<string> {
    const isTaken = (await memory.article(own, this.context)) !== undefined && !isId(own);
    return isTaken ? `${own} ${textHash}` : own;
  }
}

const isId = (key: string) => key.startsWith("id ");
const fileOf = ({ file, key }: KnownArticle) => file ?? key.replace(/^file /, "");
