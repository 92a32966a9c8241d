// The program of the thread in which texts are worked on.
import { parentPort, workerData } from "node:worker_threads";
import { createEngine } from "./engine.js";
import type { WorkerData } from "./index.js";
import { work } from "./thread/work.js";

const { languagePacks, translates } = workerData as WorkerData;
const engineWith = createEngine({ languagePacks });
// Threads are started by `threaded` only, which is the other end of this port.
work(parentPort!, (translator) => engineWith(translates ? translator : undefined));
