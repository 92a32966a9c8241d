import type { LineChecks } from "../../kernel/index.js";
import { refuseNoDomain } from "../_kit/download/domain-filter.js";
import { askedOnce } from "../_kit/folders.js";
import { addressLines } from "../_kit/web/logins.js";
import { inputLine, inputLines } from "./input-line.js";
import { checkFolder, refuseEnding } from "./local-files.js";
import type { LineContext } from "./preparation.js";

/** Throws what an address, a file or a folder is refused for before anything of it is read. */
export function articleDownloaderLineChecks(providers: LineContext["providers"]): LineChecks {
  const folder = askedOnce((name) => checkFolder(name, { providers }));
  const checked = async (line: string) => {
    const input = inputLine(line);
    if ("url" in input) return providers.web?.checkAddress?.(input.url);
    if (input.kind === "file") refuseEnding(input.path);
    await folder(input.folder);
  };
  return {
    urlsFile: (line) => checked(addressLines([line])[0]!),
    blockedDomainsFile: refuseNoDomain,
    inputFolder: (name) => checked(inputLines([], name)[0]!),
  };
}
