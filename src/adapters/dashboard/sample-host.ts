import type { WebProvider } from "../../kernel/index.js";
import { SAMPLE_HOST } from "./sample-address.js";

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
