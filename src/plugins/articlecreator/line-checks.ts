import type { LineChecks } from "../../kernel/index.js";
import { addressLines, withoutLogins } from "../_kit/web/logins.js";
import { keywordLine, refuseNoKeyword } from "./keyword-line.js";
import type { Context } from "./sources.js";

/** What lines are refused for before anything is read: a keyword that is missing, an address that may not be fetched. */
export function articleCreatorLineChecks({ web }: Context["providers"]): LineChecks {
  return {
    articleKeywordsFile(text) {
      const line = withoutLogins(text);
      refuseNoKeyword(line, keywordLine(line, ""));
    },
    sourceUrlsFile: (line) => web?.checkAddress?.(addressLines([line])[0]!),
  };
}
