import { client } from "./client.js";
import { type Resource, useResource } from "./resource.js";

type ListedTypes = Awaited<ReturnType<typeof client.types>>;

/** The task types of the server. */
export const useTypes = (): Resource<ListedTypes> => useResource("types", (signal) => client.types({ signal }));

/** `article creator` of a task as people write it; a type that is no longer there keeps its own word. */
export function typeTitle(types: ListedTypes | undefined, word: string): string {
  return types?.find(({ words, type }) => words === word || type === word)?.title ?? word;
}
