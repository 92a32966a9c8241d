import type { FolderProvider } from "../../kernel/providers.js";
import type { FoldersOptions } from "./folder.js";

/** The provider of `createFolders`, which is loaded when it is first asked for a folder. */
export function foldersWhenNeeded(options: FoldersOptions): Required<FolderProvider> {
  let opening: Promise<Required<FolderProvider>> | undefined;
  const folders = () => {
    opening ??= import("./folder.js").then(({ createFolders }) => createFolders(options));
    return opening;
  };
  return {
    list: async (...asked) => (await folders()).list(...asked),
    read: async (...asked) => (await folders()).read(...asked),
    bytes: async (...asked) => (await folders()).bytes(...asked),
    slices: async function* (...asked) {
      yield* (await folders()).slices(...asked);
    },
    check: async (...asked) => (await folders()).check(...asked),
  };
}
