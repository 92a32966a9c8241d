import { client } from "../../state/client.js";
import { type Resource, useResource } from "../../state/resource.js";

/** The server gives each provider ten seconds. */
const PATIENCE_MS = 20_000;

const verbose = (signal: AbortSignal) => client.ready({ verbose: true, signal, timeoutMs: PATIENCE_MS });

/** Which providers are set and whether they answer, and what task types lack. */
export type Readiness = Awaited<ReturnType<typeof verbose>>;

export const useReadiness = (): Resource<Readiness> => useResource("readiness", verbose);
