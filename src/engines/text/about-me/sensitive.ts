/** Subjects that call for a sober text, by what the text adds. */
export type Gravity = "health" | "grave" | "regulated";

// Beginnings of words: "suicid" is suicide and suicidal. Those with a full stop are whole words or their plural.
const STEMS: Readonly<Record<Gravity, string>> = {
  grave:
    "suicid murder homicid genocid holocaust terroris rape. rapist torture massacre abuse. molest pedophil paedophil incest " +
    "self-harm selfharm death. dead. dying. funeral grief bereave mourning war. wars. victim traffick slavery racis lynch " +
    "execution. hostage kidnap miscarriage stillb hospice euthanasia crime. violence. assault domestic-violence stalk-victim " +
    "porn bomb nazi refugee disaster earthquake famine abortion",
  health:
    "cancer tumor tumour leukemia leukaemia lymphoma melanoma carcinoma diabet dementia alzheimer parkinson autis depress anxiety " +
    "bipolar schizophren psychos anorexi bulimi epilep stroke. hiv. aids. covid influenza flu. malaria tuberculosis hepatitis " +
    "herpes syphilis infection infertil disease. disorder. syndrome. illness. sclerosis arthritis asthma allerg eczema psoriasis " +
    "migraine pain. ptsd adhd obes heart-attack surgery chemotherap dialysis transplant. insomnia burnout panic. disabilit " +
    "menopaus pregnan fibromyalg lupus. crohn celiac coeliac ulcer vaccin antidepress medication symptom fever. pneumonia",
  regulated:
    "gun. handgun firearm rifle. pistol. shotgun. revolver. ammo. ammunition weapon explosive. drug. heroin cocaine cannabis " +
    "marijuana weed. meth methamphetamine opioid fentanyl ecstasy. lsd. steroid. tobacco cigar. cigarette vape. vaping nicotine " +
    "alcohol. alcoholi whiskey whisky vodka casino gambl betting poker. lottery escort. prostitut brothel sex. sexual addict " +
    "overdos kratom cbd. thc. nude. erotic",
};

const TABLE = (Object.keys(STEMS) as Gravity[]).map((gravity) => ({
  gravity,
  stems: STEMS[gravity].split(" ").filter((stem) => !stem.endsWith(".")),
  whole: new Set(
    STEMS[gravity]
      .split(" ")
      .filter((stem) => stem.endsWith("."))
      .flatMap((stem) => [stem.slice(0, -1), `${stem.slice(0, -1)}s`]),
  ),
}));

const ILLNESS =
  /\b(?:disease|disorder|illness|infection|inflammation|tumou?r|syndrome|ailment|pathological|malignan\w*|epidemic|wound|injury)\b/;

/** How grave the words are, or undefined. `gloss` and `category` are what the dictionary says of the head, when it does. */
export function gravityOf(
  words: readonly string[],
  knowledge: { readonly category: string; readonly gloss: string } | undefined,
): Gravity | undefined {
  const lower = words.map((word) => word.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  for (const { gravity, stems, whole } of TABLE) {
    if (lower.some((word) => whole.has(word) || stems.some((stem) => word.startsWith(stem)))) return gravity;
  }
  if (knowledge && ["state", "event"].includes(knowledge.category) && ILLNESS.test(knowledge.gloss)) return "health";
  return undefined;
}
