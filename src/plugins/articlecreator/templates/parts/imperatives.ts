/** Verbs that instructions begin with. */
const VERBS = new Set(
  (
    "add adjust aim allow apply arrange ask assemble attach avoid bake beat begin bend blend boil bring brush build bury buy call carry " +
    "catch change check choose chop clean clear click close collect combine compare complete connect consider cook cool copy count cover " +
    "create crush cut decide dig dilute dip disconnect discard divide dissolve drain draw drill drink drop dry dust eat empty enable ensure " +
    "enter examine expect feed fetch fill filter find finish fit fix flip fold follow freeze fry gather get give glue go grate grease grind " +
    "grip grow guide hammer hang harvest heat hold identify insert inspect install join keep knead lay leave let level lift light line " +
    "load lock loosen look lower maintain make mark mash measure melt mix moisten monitor mount move mow mulch note observe oil open order " +
    "pack paint park peel pick pierce pinch place plan plant plug pour practise prepare press prevent prick prime protect prune pull push " +
    "put raise rake read record reduce refill refrigerate release remove repeat replace replant rest return rinse roast roll rotate rub " +
    "run save score scoop scrape screw screen seal season secure select separate serve set settle shake shape sharpen shred sift simmer " +
    "skim slice slide smooth soak sow spread spray sprinkle squeeze stack stand start steam sterilise sterilize stir stop store strain " +
    "stretch strip switch take tap taste test thin thread tie tighten tilt tip toss touch transfer trim trust try turn twist type unplug " +
    "unscrew untie use visit wait warm wash watch water weigh wet whisk wipe wrap write"
  ).split(" "),
);
const LEAD_IN =
  /^(?:(?:first|next|then|now|finally|lastly|second|third|after that|to (?:begin|start)|once [^,]{3,60}|when [^,]{3,60}|after [^,]{3,60}|before [^,]{3,60}|if [^,]{3,60}|every [^,]{3,30}|on day [^,]{1,20}|day \d+|for [^,]{3,40}|with [^,]{3,40}|using [^,]{3,40}|in [^,]{3,40}|gently|carefully|slowly|always|never|do not|don't)[,:]?\s+)/i;
/** After a word that could be a noun too, these say that it was one. */
const WAS_NOUN = /^\S+\s(?:is|are|was|were|has|have|can|will|may|must|should|needs?|of|and|or|that|which|who)\b/i;

/** Whether a text tells somebody to do something. */
export function isInstruction(text: string): boolean {
  const plain = text.replace(/^[^\p{L}]*(?:step\s*)?\d*[.):\s]*/iu, "");
  const rest = plain.replace(LEAD_IN, "");
  const isNegative = /^(never|do not|don't|always)\b/i.test(plain);
  return VERBS.has((/^\p{L}+/u.exec(rest)?.[0] ?? "").toLowerCase()) && (isNegative || !WAS_NOUN.test(rest));
}
