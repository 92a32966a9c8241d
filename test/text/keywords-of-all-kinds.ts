/** All the kinds of keywords: plural, uncountable, acronyms, brands, several words, other languages, odd signs. */
export const KEYWORDS = (
  "guitar|running shoes|honey|SEO|FBI|iPhone|WordPress|eBay|best running shoes|how to tie a tie|vegan recipes for kids|" +
  "dog training in Austin|hour|university|3D printing|401k|2024 calendar|running|learn guitar|why do cats purr?|waterproof|" +
  "Paris|dog|apple|coffee|furniture|children|mathematics|scissors|umbrella|onions|plumber|nurse|yoga|travel insurance|" +
  "espresso machine|cost of living|cancer|suicide prevention|gun safety|gatos|Käsekuchen|寿司|собаки|café|שולחן|R&B|" +
  "10 best hotels|make money online|beach|Jane Miller|Dr. Ana Ortiz"
).split("|");
