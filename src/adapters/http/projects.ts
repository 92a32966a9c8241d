import type { Kernel, TaskSummary } from "../../kernel/index.js";

interface Project {
  readonly keywords: readonly string[];
  readonly group: string;
  readonly name: string;
  readonly type: string;
  readonly id: string;
}

/** The article creators of a list with the keywords that have content. */
export async function* projectsOf(
  parts: AsyncIterable<readonly TaskSummary[]>,
  content: Pick<Kernel["content"], "keywordsOfFirst">,
): AsyncGenerator<readonly Project[]> {
  const shownTypes = new Map<string, string>();
  const shownType = (type: string) => {
    if (!shownTypes.has(type)) shownTypes.set(type, capitalised(type));
    return shownTypes.get(type)!;
  };
  for await (const part of parts) {
    // A draft has never run, so there is nothing to look for.
    const ids = part.filter(({ status }) => status !== "draft").map(({ id }) => id);
    let known: readonly (readonly string[])[] = [];
    let begin = 0;
    let next = 0;
    let projects: Project[] = [];
    for (const { group, name, type, id, status } of part) {
      let keywords: readonly string[] = [];
      if (status !== "draft") {
        if (next === begin + known.length) {
          // No more keywords are held than are read at once.
          yield projects;
          projects = [];
          begin = next;
          known = await content.keywordsOfFirst(ids.slice(begin));
        }
        keywords = known[next - begin]!;
        next += 1;
      }
      projects.push({ keywords, group, name, type: shownType(type), id });
    }
    yield projects;
  }
}

function capitalised(words: string): string {
  return words.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}
