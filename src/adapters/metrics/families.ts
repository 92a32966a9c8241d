import { counter, histogram } from "./registry.js";

const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WAIT_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14_400];
const RUN_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 1800, 3600, 7200, 21_600, 86_400];

/** What is counted as it happens. */
export const countedFamilies = () => ({
  runsStarted: counter("scriptorium_runs_started", "Runs that began here, also those that go on after a stop.", [
    "type",
  ]),
  runs: counter("scriptorium_runs", "Runs that ended here, by how they ended.", ["type", "status"]),
  runSeconds: histogram(
    "scriptorium_run_duration_seconds",
    "How long runs took from their beginning here to their end, in seconds.",
    RUN_SECONDS,
    ["type", "status"],
  ),
  waitSeconds: histogram(
    "scriptorium_run_queue_wait_seconds",
    "How long runs waited before they began here, in seconds.",
    WAIT_SECONDS,
    ["type"],
  ),
  rows: counter("scriptorium_rows", "Rows that runs stored here.", ["type"]),
  calls: counter("scriptorium_provider_calls", "Calls of providers that have ended, failed ones too.", [
    "port",
    "kind",
    "method",
  ]),
  errors: counter("scriptorium_provider_errors", "Calls of providers that failed, by the code of the error.", [
    "port",
    "kind",
    "code",
  ]),
  callSeconds: histogram(
    "scriptorium_provider_call_duration_seconds",
    "How long calls of providers took, in seconds.",
    CALL_SECONDS,
    ["port", "kind"],
  ),
  tokens: counter("scriptorium_model_tokens", "Tokens that language models took and gave.", ["kind", "direction"]),
  cost: counter("scriptorium_model_cost", "What calls of language models cost, where the prices are known.", [
    "kind",
    "currency",
  ]),
  blocked: counter("scriptorium_blocked_pages", "Answers of sites that keep programs out instead of the page.", [
    "port",
    "reason",
  ]),
  requests: counter("scriptorium_http_requests", "Requests to the API that were answered.", [
    "method",
    "route",
    "status",
  ]),
  requestSeconds: histogram(
    "scriptorium_http_request_duration_seconds",
    "How long the API took until its answer began, in seconds.",
    REQUEST_SECONDS,
    ["method", "route"],
  ),
});

export type CountedFamilies = ReturnType<typeof countedFamilies>;
