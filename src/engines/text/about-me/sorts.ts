/** Firms with texts of their own, by what they do for whom; `data/english/about-me/firm-classes.txt` tells which is which. */
export const FIRM_CLASSES = [
  "school",
  "care",
  "clinic",
  "pets",
  "talking",
  "faith",
  "culture",
  "charity",
  "rescue",
  "club",
  "office",
  "trade",
  "craft",
  "lessons",
  "salon",
  "occasion",
  "travel",
] as const;

/**
 * Firms of narrower classes, each with the wider classes that it can be of and the group of texts that suit it beside its own;
 * `data/english/about-me/specialists.txt` tells which is which.
 */
export const SPECIALISTS = {
  pub: { of: ["shop", "house", "any"], group: undefined },
  eatery: { of: ["shop", "any"], group: undefined },
  foodshop: { of: ["shop", "any"], group: "shops" },
  florist: { of: ["shop", "occasion", "any"], group: "shops" },
  building: { of: ["trade", "any"], group: "trades" },
  plumbing: { of: ["trade", "any"], group: "trades" },
  electrics: { of: ["trade", "any"], group: "trades" },
  cleaning: { of: ["trade", "any"], group: "trades" },
  gardener: { of: ["trade", "any"], group: "trades" },
  garage: { of: ["trade", "any"], group: "trades" },
  mending: { of: ["trade", "any"], group: "trades" },
  figures: { of: ["office"], group: "offices" },
  lawyer: { of: ["office"], group: "offices" },
  design: { of: ["office"], group: "offices" },
  property: { of: ["office", "any"], group: "offices" },
  words: { of: ["office"], group: "offices" },
  computing: { of: ["office", "any"], group: "offices" },
  driving: { of: ["lessons"], group: "teachers" },
  music: { of: ["lessons"], group: "teachers" },
  training: { of: ["lessons"], group: "teachers" },
  dancing: { of: ["lessons"], group: "teachers" },
  tutoring: { of: ["lessons"], group: "teachers" },
  hair: { of: ["salon", "shop"], group: "salons" },
  beauty: { of: ["salon"], group: "salons" },
  photographer: { of: ["occasion"], group: "occasions" },
  cakes: { of: ["occasion", "any"], group: "occasions" },
  entertainment: { of: ["occasion"], group: "occasions" },
  taxi: { of: ["travel"], group: "travels" },
  removals: { of: ["travel", "trade"], group: "travels" },
  hiring: { of: ["travel", "trade", "occasion"], group: "travels" },
  tours: { of: ["travel", "office", "any"], group: "travels" },
  team: { of: ["club"], group: "clubs" },
  singers: { of: ["club", "occasion"], group: "clubs" },
  society: { of: ["club", "any"], group: "clubs" },
  advice: { of: ["charity", "office", "any"], group: "charities" },
  emergency: { of: ["charity", "rescue", "any"], group: undefined },
} as const satisfies Readonly<Record<string, { of: readonly string[]; group: string | undefined }>>;

/** The groups, and the wider class whose firms have them as well. */
export const FIRM_GROUPS = {
  shops: "shop",
  trades: "trade",
  offices: "office",
  teachers: "lessons",
  salons: "salon",
  occasions: "occasion",
  travels: "travel",
  clubs: "club",
  charities: "charity",
} as const;

/** Things that are made and sold, with texts of their own; `data/english/about-me/topic-classes.txt` tells which is which. */
export const GOODS = [
  "kitchen",
  "drinkware",
  "appliance",
  "clothing",
  "footwear",
  "bag",
  "furniture",
  "bedding",
  "homeware",
  "scent",
  "skincare",
  "tool",
  "garden",
  "outdoor",
  "cycle",
  "device",
  "jewellery",
  "toy",
  "baby",
  "instrument",
  "food",
  "drink",
  "petgoods",
  "paper",
  "software",
  "fitness",
  "vehicle",
  "mobility",
  "heating",
  "accessory",
  "holder",
] as const;

/** Subjects that somebody is fond of, likewise. */
export const PASTIMES = [
  "needlework",
  "making",
  "cooking",
  "drinks",
  "garden",
  "pets",
  "keeping",
  "wildlife",
  "sport",
  "endurance",
  "outdoors",
  "water",
  "fitness",
  "music",
  "dance",
  "art",
  "photo",
  "collecting",
  "past",
  "engines",
  "models",
  "games",
  "books",
  "screen",
  "language",
  "science",
  "tech",
  "money",
  "wellbeing",
  "family",
  "home",
  "green",
  "travel",
  "society",
  "work",
  "houseplants",
  "tank",
  "bees",
  "fungi",
  "puzzles",
  "writing",
  "web",
  "feasts",
] as const;

/** Texts that suit several classes of things, beside their own. */
export const GOODS_GROUPS = {
  worn: ["clothing", "footwear", "bag", "jewellery", "accessory"],
  kitchenware: ["kitchen", "drinkware", "appliance"],
  household: ["furniture", "bedding", "homeware", "holder"],
  consumed: ["food", "drink", "scent", "skincare"],
  equipment: ["tool", "garden", "outdoor", "cycle", "fitness", "vehicle", "heating", "mobility"],
  electronic: ["device", "software"],
  gifts: ["toy", "baby", "petgoods", "paper"],
} as const satisfies Readonly<Record<string, readonly (typeof GOODS)[number][]>>;

/** The same for subjects. */
export const PASTIME_GROUPS = {
  handmade: ["needlework", "making", "models", "art", "photo", "writing"],
  tasty: ["cooking", "drinks"],
  creatures: ["pets", "keeping", "wildlife", "tank", "bees"],
  moving: ["sport", "endurance", "outdoors", "fitness", "dance"],
  listening: ["music", "screen", "books"],
  knowing: ["collecting", "past", "engines", "language", "science", "society", "houseplants", "fungi"],
  practical: ["tech", "money", "home", "green", "work", "web"],
  living: ["wellbeing", "family", "travel", "feasts"],
  playing: ["games", "puzzles"],
} as const satisfies Readonly<Record<string, readonly (typeof PASTIMES)[number][]>>;

/** The same for places: what lies in the open. */
export const OPEN_LANDS = ["island", "lake", "river", "mountain", "coast", "wild"] as const;

/** What a name of a place can stand for. */
export const LANDS = ["town", "region", "island", "lake", "river", "mountain", "coast", "wild", "sight"] as const;

/**
 * What a text suits: any keyword of its voice, what one does, what one reads about instead, what is kept for a long time, a firm
 * where one buys or is a guest, one that people come to in a hard time or one of a class, a subject of health or of law, or things,
 * subjects and places of a class.
 */
export const SORTS = [
  "any",
  "doing",
  "read",
  "lasting",
  "shop",
  "house",
  "quiet",
  ...FIRM_CLASSES,
  ...(Object.keys(SPECIALISTS) as (keyof typeof SPECIALISTS)[]),
  ...(Object.keys(FIRM_GROUPS) as (keyof typeof FIRM_GROUPS)[]),
  "health",
  "law",
  ...GOODS,
  ...(Object.keys(GOODS_GROUPS) as (keyof typeof GOODS_GROUPS)[]),
  ...PASTIMES,
  ...(Object.keys(PASTIME_GROUPS) as (keyof typeof PASTIME_GROUPS)[]),
  ...LANDS,
  "nature",
] as const;
export type Sort = (typeof SORTS)[number];
