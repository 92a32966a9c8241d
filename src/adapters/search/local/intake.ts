import type { IndexFile } from "./index-file.js";
import type { LocalPage } from "./page.js";

/** Pages and characters that are put in at once: some milliseconds of work. */
const MOST_PAGES = 25;
const MOST_CHARACTERS = 60_000;

/** Puts pages into an index a few at a time, and lets others work in between. */
export class Intake {
  private pages: LocalPage[] = [];
  private characters = 0;

  constructor(private readonly index: IndexFile) {}

  async add(page: LocalPage): Promise<void> {
    this.pages.push(page);
    this.characters += page.text.length;
    if (this.pages.length >= MOST_PAGES || this.characters >= MOST_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const { pages } = this;
    this.pages = [];
    this.characters = 0;
    if (pages.length > 0) await this.index.put(pages);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
