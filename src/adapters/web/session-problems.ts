import { type OptionProblem, ScriptoriumError } from "../../kernel/errors.js";
import type { WebSession } from "../../kernel/providers.js";
import { openCookies } from "./cookies.js";
import { openCredentials } from "./credentials.js";
import { checkedHeaders } from "./headers.js";
import type { Proxies } from "./proxies.js";

/** What the requests of a session would be refused for. */
export async function sessionProblems(
  session: WebSession,
  proxies: Pick<Proxies, "checks">,
  now: () => Date,
): Promise<readonly OptionProblem[]> {
  const { headers, ...others } = session;
  const problems: OptionProblem[] = [];
  for (const check of [
    ...Object.entries(headers ?? {}).map(
      ([name, value]) =>
        () =>
          checkedHeaders({ [name]: value }),
    ),
    () => openCredentials(others),
    () => openCookies(session.cookies ?? [], now),
    ...proxies.checks(session),
  ]) {
    try {
      await check();
    } catch (error) {
      if (!ScriptoriumError.is(error) || error.code !== "bad-input") throw error;
      problems.push({ field: String(error.facts["field"]), message: error.message });
    }
  }
  return problems;
}
