import type { PageMetadata } from "./page.js";

/** What a page says that says nothing. */
export const NO_METADATA: PageMetadata = {
  title: "",
  description: "",
  authors: [],
  published: "",
  modified: "",
  site: "",
  language: "",
  licence: "",
  canonical: "",
  image: "",
  favicon: "",
  tags: [],
  feeds: [],
  jsonLd: [],
  openGraph: {},
  nextPage: "",
  previousPage: "",
  nextLink: "",
};
