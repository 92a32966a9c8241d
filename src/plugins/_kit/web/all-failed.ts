import type { FailedLine, RunErrorCode } from "../../../kernel/index.js";

/** Codes of lines that never reached the other side. */
const UNREACHED = new Set(["no-network"]);

/**
 * The one sentence for a run of which nothing could be fetched, and what to do. `things` are what the lines name, in the
 * plural: `pages`, `feeds`.
 */
export function noneFetched(
  failures: readonly FailedLine[],
  count: number,
  things: string,
): { readonly code: RunErrorCode; readonly message: string } | undefined {
  const [first] = failures;
  if (first === undefined) return undefined;
  const [code] = mostCommon(failures, (failure) => failure.code);
  const ofCode = failures.filter((failure) => failure.code === code);
  const [reason, alike] = mostCommon(ofCode, withoutAddress);
  const sample = ofCode.find((failure) => withoutAddress(failure) === reason) ?? first;
  const share = `(${alike} of ${count}${count > failures.length ? " at least" : ""})`;
  const why = `${firstSentence(sample.message)} ${share}.`;
  const none = `None of the ${count} ${things} could be ${UNREACHED.has(code) ? "fetched" : "used"}`;
  return { code: code as RunErrorCode, message: `${none}: ${why} ${adviceFor(code, sample)} Nothing was saved.` };
}

function mostCommon(failures: readonly FailedLine[], keyOf: (failure: FailedLine) => string): [string, number] {
  const counts = new Map<string, number>();
  for (const failure of failures) counts.set(keyOf(failure), (counts.get(keyOf(failure)) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
}

/** What a failure says, the same for all addresses. */
function withoutAddress({ message, facts }: FailedLine): string {
  const { url, host } = facts;
  let reason = firstSentence(message).replace(/https?:\/\/\S+/gi, "");
  for (const name of [host, typeof url === "string" ? URL.parse(url)?.host : undefined]) {
    if (typeof name === "string" && name !== "") reason = reason.replaceAll(name, "");
  }
  return reason;
}

function adviceFor(code: string, { facts, message }: FailedLine): string {
  const errno = facts["errno"];
  if (errno === "ENOTFOUND" || errno === "EAI_AGAIN" || errno === "ENETUNREACH") {
    return "This machine seems to have no network, or proxyMode is wrong.";
  }
  if (code === "no-network" && errno !== "NOT_RECORDED")
    return "Check the addresses, the network and the proxy, then run again: the run resumes.";
  return message.slice(firstSentence(message).length + 1).trim() || "Check the addresses and run again.";
}

/** Without its full stop. */
function firstSentence(text: string): string {
  const end = text.search(/[.!?](\s+[A-Z]|\s*$)/);
  return end < 0 ? text : text.slice(0, end);
}
