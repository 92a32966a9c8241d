import type { LineChecks, WebProvider } from "../../kernel/index.js";
import { addressLines } from "../_kit/web/logins.js";
import { addressForms } from "./crawl-settings.js";
import type { WebCrawlerOptions } from "./options.js";
import { noAddress, startsOf } from "./starts.js";

/** Throws ADDRESS_REFUSED for a line that is no address, and for one that may not be fetched. */
export function webCrawlerLineChecks(options: WebCrawlerOptions, web: WebProvider | undefined): LineChecks {
  const forms = addressForms(options);
  return {
    startUrlsFile(text) {
      const [line = ""] = addressLines([text]);
      const address = startsOf([line], forms)[0]?.address;
      if (address === undefined) throw noAddress(line);
      web?.checkAddress?.(address);
    },
  };
}
