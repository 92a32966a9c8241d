import type { Kernel, TaskSummary } from "../../kernel/index.js";

/** Projects whose keywords are looked up at the same time. */
const AT_ONCE = 64;

export interface Project {
  readonly keywords: readonly string[];
  readonly group: string;
  readonly name: string;
  readonly type: string;
  readonly id: string;
}

/** The article creators of a list with the keywords that have content. */
export async function* projectsOf(
  found: AsyncIterable<TaskSummary>,
  content: Pick<Kernel["content"], "keywords">,
): AsyncGenerator<Project> {
  let part: TaskSummary[] = [];
  for await (const summary of found) {
    part.push(summary);
    if (part.length < AT_ONCE) continue;
    yield* await withKeywords(part, content);
    part = [];
  }
  yield* await withKeywords(part, content);
}

function withKeywords(
  part: readonly TaskSummary[],
  content: Pick<Kernel["content"], "keywords">,
): Promise<readonly Project[]> {
  return Promise.all(
    part.map(async ({ group, name, type, id, status }) => {
      // A draft has never run, so there is nothing to look for.
      const keywords = status === "draft" ? [] : await content.keywords({ _id: id });
      return { keywords, group, name, type: capitalised(type), id };
    }),
  );
}

function capitalised(words: string): string {
  return words.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}
