/** Words of field names that are written otherwise in titles. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ url: "URL", urls: "URLs", id: "ID", ids: "IDs", api: "API", ai: "AI", csv: "CSV", html: "HTML", xml: "XML" },
  ...{ rss: "RSS", pdf: "PDF", seo: "SEO", json: "JSON", css: "CSS", faq: "FAQ", toc: "TOC", smtp: "SMTP", wxr: "WXR" },
  ...{ mb: "MB", cc: "CC", kb: "KB", google: "Google", unsplash: "Unsplash", pexels: "Pexels", bing: "Bing" },
  ...{ youtube: "YouTube", openverse: "Openverse", wikimedia: "Wikimedia", info: "info" },
};

/** The name of a field in words: `startUrlsFile` is "Start URLs", since the ending of a list of lines says nothing to a reader. */
export function titleOfField(name: string): string {
  const words = name
    .replace(/(?<=.)File$/, "")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .filter((word) => word !== "")
    .map((word) => WORDS[word.toLowerCase()] ?? word.toLowerCase());
  const [first = name, ...others] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(" ");
}
