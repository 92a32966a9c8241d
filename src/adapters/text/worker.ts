// The program of the thread in which texts are worked on.
import { parentPort, workerData } from "node:worker_threads";
import type { TextResult, TranslatorProvider } from "../../kernel/index.js";
import { work } from "../threads/work.js";
import { createEngine } from "./engine.js";
import type { WorkerData } from "./index.js";
import { type Call, perform, type TranslationRequest } from "./thread/messages.js";

const { languagePacks, translates } = workerData as WorkerData;
const engineWith = createEngine({ languagePacks });
// Threads are started by a pool only, which is the other end of this port.
work<Call, TextResult, TranslationRequest, string>(parentPort!, (call, { signal, ask }) => {
  const translator: TranslatorProvider = { translate: (text, { from, to }) => ask({ text, from, to }) };
  return perform(engineWith(translates ? translator : undefined), call, signal);
});
