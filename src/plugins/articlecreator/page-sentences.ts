/** Offers of a shop or a site, its prices and its staff, whatever it sells. */
const OFFER =
  /\b((contact|call|visit|find|ask|stop by) (your|an?|the) (nearest|local) (?!(authority|council|government)\b)|will contact you|call (now|today|us)|live chat|(all |our )?prices (are|were) based on|survey data|next review|last reviewed|(only|just) [$\u00a3\u20ac]\d+|money-?back|(full|partial) refund|satisfaction guarantee|free (trial|quote|estimate|consultation|preview)|orders? (placed|ships?|over)|sold separately|terms and conditions|trademarks? of|purchased in|intended for use in|created specifically for|is an online (class|course)|(this|the|our) (class|course|bundle|preview) (is|will|was|includes?|gives|covers|teaches|offers|comes)|in this (class|course)|reader-supported|pull requests|released under the|file (was|is) generated|our promise|the \p{L}+ promise (is|has)|years of (expertise|experience)|only \p{L}+ brings you|(expertise|specialties) includes?|board-certified|skip the form|top models|talk to our|see (the |our )?(\p{L}+ )?(website|site) for|customer (care|service)|of the \p{L}+ subscription|create an issue|open (an )?issues? to)\b|\(?\b\d{3}\)?[ .-]\d{3}[.-]\d{4}\b|\b0\d{3,4} \d{3} \d{3,4}\b/iu;
/** "Ruth Ashdown covered tools for the magazine", "the clinic's own Ruth Ashdown", "Ruth Ashdown, MD, is a", "A. The box ...". */
const STAFF =
  /^\p{Lu}\p{Ll}+ \p{Lu}[\p{L}-]+ (covers|covered|reports on|reported on|edits|edited|contributed) |\p{L}['\u2019]s? own \p{Lu}\p{Ll}+ \p{Lu}|\p{Lu}\p{L}+, (MD|PhD|RN|DO|DVM),? is an? |^[AQ]\. (?!\p{Lu}\.)/u;
/** What people say to each other below a question. */
const TALK =
  /^(?:(?:\p{Lu}\p{Ll}+|he|she)['\u2019]s (?:right|wrong|spot on)\b|(?:that|you)['\u2019](?:s|re) (?:right|wrong|not right)\b|easy way to tell|(?:\p{L}+ )?\p{L}+ here(?:,| \()|same here|yes it |agreed?\b[,.]|yours (?:went|is|was|were))|\bto add to (?:that|this|what)\b|\bplease (?:don['\u2019]t|do not) (?:any\p{L}+|throw)\b|\bhope (?:this|that) helps\b|\bjust my two\b|\b(?:nobody|no one|anybody|anyone)(?:['\u2019]s| has) said\b|\b(?:imho|afaik|tbh)\b/iu;

/** Whether a sentence is about what a site sells, or about the people who make it. */
export function isOfPage(text: string): boolean {
  return OFFER.test(text) || STAFF.test(text);
}

/** Whether a sentence answers somebody who wrote before. */
export function isTalk(text: string): boolean {
  return TALK.test(text);
}
