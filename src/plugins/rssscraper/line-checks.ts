import type { LineChecks } from "../../kernel/index.js";
import { askedOnce } from "../_kit/folders.js";
import { addressLines } from "../_kit/web/logins.js";
import { addressOf, listOf } from "./feed-address.js";
import { checkFolder, placeOf } from "./feed-source.js";
import type { LineContext } from "./run-state.js";

/** Throws bad-input for a line that is no address, and what refuses an address or a file before it is read. */
export function rssScraperLineChecks({ web, folder }: Partial<LineContext["providers"]>): LineChecks {
  const place = askedOnce((name) => checkFolder(name, folder));
  return {
    async feedsFile(text) {
      const [line = ""] = addressLines([text]);
      const address = listOf(line) ?? addressOf(line);
      if (/^https?:/i.test(address)) web?.checkAddress?.(address);
      else await place(placeOf(address).folder);
    },
  };
}
