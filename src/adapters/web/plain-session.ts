import type { WebSession } from "../../kernel/providers.js";

/** Whether a session holds anything that could be refused. */
export function isPlainSession(session: WebSession): boolean {
  const { headers = {}, headersFor = [], cookies = [], proxies = [], proxyPool } = session;
  const count = Object.keys(headers).length + headersFor.length + cookies.length + proxies.length;
  return count === 0 && proxyPool === undefined;
}
