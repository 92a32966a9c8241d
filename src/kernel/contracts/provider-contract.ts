import type { ProviderName } from "../providers.js";
import { folderCases, readerCases, searchCases, webCases } from "./providers/reading.js";
import { licenceCases, machineCases, messengerCases, outputCases } from "./providers/services.js";
import type { ProviderCase } from "./providers/support.js";
import { aboutMeCases, paraphraserCases, spinnerCases, translatorCases, writerCases } from "./providers/texts.js";

export type { ProviderCase, ProviderHarness, ProviderSamples } from "./providers/support.js";

/** What every provider of a port promises, for any test runner to loop over: `providerContract.search` and so on. */
export const providerContract: { readonly [Name in ProviderName]: readonly ProviderCase<Name>[] } = {
  web: webCases,
  reader: readerCases,
  search: searchCases,
  folder: folderCases,
  output: outputCases,
  spinner: spinnerCases,
  paraphraser: paraphraserCases,
  aboutMe: aboutMeCases,
  licence: licenceCases,
  translator: translatorCases,
  writer: writerCases,
  messenger: messengerCases,
  machine: machineCases,
};
