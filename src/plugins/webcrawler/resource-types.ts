/**
 * Whether a media type is of data for programs, such as feeds, oEmbed and the JSON of an API, and of no page for people.
 * Nothing depends on the site: a blog's feeds say so in the link to them, and in the answer.
 */
export function isForPrograms(mediaType: string): boolean {
  const type = mediaType.toLowerCase();
  if (type === "application/xhtml+xml" || type.startsWith("image/")) return false;
  return /^(?:application|text)\/(?:[\w.-]+\+)?(?:json|xml|ndjson|x-ndjson|json-seq)(?:\+[\w.-]+)?$/.test(type);
}
