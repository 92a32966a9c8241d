import type { WebProvider } from "../../kernel/index.js";

/**
 * Where the sample site is found by this server alone: no such host can exist (RFC 2606), so nothing real is hidden, and nothing leaves
 * the machine.
 */
export const SAMPLE_SITE = "https://slow-almanac.example/";
export const SAMPLE_HOST = new URL(SAMPLE_SITE).host;

/**
 * The provider, which has the sample site besides the web: what the first visit of the dashboard reads, without a network. Only
 * GET of its pages is answered.
 */
export function withSampleSite<Web extends Required<WebProvider>>(web: Web): Web {
  return {
    ...web,
    fetch: async (url, request) =>
      isSample(url) ? (await import("./sample-site.js")).samplePage(url, request) : web.fetch(url, request),
    robots: async (url, request) => (isSample(url) ? { allowed: true, sitemaps: [] } : web.robots(url, request)),
    checkAddress(url) {
      if (!isSample(url)) web.checkAddress(url);
    },
  };
}

function isSample(url: string): boolean {
  // A look at the text first: nearly every address is another one.
  return url.includes(SAMPLE_HOST) && URL.canParse(url) && new URL(url).host === SAMPLE_HOST;
}
