/** Verbs that instructions begin with. */
const VERBS = new Set(
  (
    "add adjust aim align allow apply arrange ask assemble attach avoid backfill bake beat begin bend blend boil bolt bone book break " +
    "bow breathe bring broil brush build bury buy call carry catch change check choose chop clamp clean clear click clip " +
    "close collect communicate control combine compare complete connect consider cook cool copy core count cover crack craft create crush cut decide " +
    "deglaze degrease define delete determine dig dilute dip discard dice disconnect dissolve divide do double download drag drain draw drill " +
    "drink drive drizzle drop dry dust ease eat edit email empty enable encrypt ensure enter establish examine exhale expect export fasten " +
    "feed fertilise fertilize fetch figure fill filter find finish fit fix flip fold follow freeze fry garnish gather " +
    "germinate get give glue go grate grease grind grip grow guide half halve hammer hang harvest have heat help hold hook identify " +
    "import inhale insert inspect install jog join keep knead knit label ladle launch lay layer lean leave let level lift light limit " +
    "line load lock look loosen lower maintain make manage marinate mark mash massage measure melt mist mix moisten monitor moor " +
    "mop mount move mow mulch navigate note nudge observe offer oil open order pack paint park paste pat pay peel pick pierce pin " +
    "pinch place plan plant plug polish position pound pour practise preheat preserve prepare press prevent prick prime print " +
    "protect prune pull purée push put raise rake reach read reboot record reduce refill refrigerate register relax release " +
    "remove rename repeat replace replant research reserve rest restart return reward ring rinse roast roll rotate rub run sand " +
    "saute sauté save scatter schedule scoop score scrape screen screw scroll scrub seal season secure select send separate " +
    "serve set settle sew shake shape sharpen show shred sift sign simmer skim skin skip slice slide slip smooth snip soak sow space spoon " +
    "spray spread sprinkle sprout squash squat squeeze stack stain stake stand staple start stay steam steer stick sterilise sterilize stir " +
    "stitch stop store strain stretch strip submit swap sweep swing switch take tamp tap tape taste teach tell test thaw thin thread " +
    "tie tighten tilt tip toast toss touch trace train transfer transplant trim trowel trust try tuck turn twist type unplug unscrew untie " +
    "upload use vacuum visit wait walk warm wash watch water wear weigh wet whisk wind wipe work wrap write"
  ).split(" "),
);
const LEAD_IN =
  /^(?:(?:first|next|then|now|finally|lastly|second|third|after that|to (?:begin|start)|once [^,]{3,60}|when [^,]{3,60}|after [^,]{3,60}|before [^,]{3,60}|every [^,]{3,30}|if [^,]{3,60}|on day [^,]{1,20}|day \d+|for [^,]{3,40}|with [^,]{3,40}|using [^,]{3,40}|in [^,]{3,40}|gently|carefully|slowly|always|never|do not|don't)[,:]?\s+)/i;
/** After a word that could be a noun too, these say that it was one. */
const WAS_NOUN =
  /^\S+\s(?:\p{L}+\s(?:is|are|was|were|will|can|may|must)|is|are|was|were|has|have|can|will|may|must|should|needs?|of|and|or|that|which|who)\b/iu;

/** Whether a text tells somebody to do something. */
export function isInstruction(text: string): boolean {
  const plain = text.replace(/^[^\p{L}]*(?:step\s*)?\d*[.):\s]*/iu, "");
  const rest = plain.replace(LEAD_IN, "");
  const isNegative = /^(never|do not|don't|always)\b/i.test(plain);
  return VERBS.has((/^\p{L}+/u.exec(rest)?.[0] ?? "").toLowerCase()) && (isNegative || !WAS_NOUN.test(rest));
}

const LABEL = /^[^.:!?\u2013\u2014]{3,60}(?::| [\u2013\u2014-]) /u;

/** Whether it tells somebody to do something, also behind a label: "Spacing \u2013 Plant 40 cm apart." */
export function instructs(text: string): boolean {
  return isInstruction(text) || isInstruction(text.replace(LABEL, ""));
}
