import type { Role } from "./roles.js";
import type { Passage } from "./runs.js";

/** What sentences say that bear out the heading of a role. */
const EVIDENCE: Readonly<Record<string, RegExp>> = {
  prevention:
    /\b(prevent\w*|avoid\w*|protect\w*|lower\w* the risk|reduc\w+|keep from|so that .* not|before .* (?:can|could))\b/i,
  treatment:
    /\b(treat\w*|surg\w+|operat\w+|drugs?|medicines?|medications?|therap\w+|inject\w+|doses?|tablets?|reliev\w+|eases?|heal\w*|recover\w*|cure[sd]?)\b/i,
  signs:
    /\b(symptoms?|signs?|pain\w*|swell\w*|swollen|fever|tired\w*|hurts?|diagnos\w+|feel|stiff\w*|redness|ache\w*|tests?|scan|x-ray)\b/i,
  causes:
    /\b(caus\w+|because|due to|leads? to|led to|result\w*|risk|trigger\w*|fail\w*|blamed?|follow\w*|more often)\b/i,
  limits:
    /\b(problem\w*|risk\w*|danger\w*|limit\w*|drawback\w*|fail\w*|damag\w*|difficult\w*|wrong|bad|worse|cannot|can't|never|harm\w*|threat\w*|declin\w*|crack\w*|break\w*|expensive|however|weak\w*|lack\w*|too)\b/i,
  costs:
    /[$\u20ac\u00a3]|\b(cost\w*|prices?|euros?|dollars?|pounds?|pay\w*|paid|cheap\w*|expensive|fees?|budget|worth)\b/i,
  today:
    /\b(today|now|nowadays|still|remain\w*|since|recent\w*|modern|current\w*|future|20[012]\d|revive\w*|legacy|honou?r\w*|memor\w+|museum\w*|named after)\b/i,
  origin:
    /\b(1\d{3}|20[01]\d|centur\w+|ancient|invent\w*|first|early|earliest|began|discover\w*|introduced|founded|born|BC|AD|ago|years? later|romans?|egypt\w*|medieval|middle ages)\b/i,
  kinds:
    /\b(types?|kinds?|variet\w+|species|breeds?|models?|forms?|classes|classed|categor\w+|range from|smallest|largest|differ\w*|either|another|others?|called)\b/i,
  choice:
    /\b(choos\w*|chose|choice|buy\w*|select\w*|look for|best|better|prefer\w*|suit\w*|depends?|right|should|need\w*)\b/i,
  care: /\b(clean\w*|wash\w*|stor\w+|dry|dried|wip\w+|keep\w*|oil\w*|maint\w+|protect\w*|replac\w+|check\w*|care|cared|brush\w*|feed\w*|rins\w+|repair\w*)\b/i,
  workings:
    /\b(works?|working|because|so that|by means|pressure|forces?|drives?|turns?|push\w*|pull\w*|flows?|rises?|sinks?|open\w*|clos\w+|convert\w*|produc\w+|react\w*|heat\w*|cool\w*|moves?|when .{3,60}, |process\w*|mechanis\w+|store[sd]?|transfer\w*|send\w*|control\w*)\b/i,
  parts:
    /\b(consist\w*|parts?|made (?:up )?of|has|have|contains?|compris\w+|attach\w*|fitted|at (?:each|one|both) ends?|inside|outside|top|bottom|layers?|frames?|body|handle|covered|shape\w*|built)\b/i,
  making:
    /^(?:\p{Lu}\p{Ll}+ (?:the|an?|it|them|in|on|for|with|until|your|to)\b)|\b(then|until|next|first|after (?:that|\d+)|steps?|add\w*|pour\w*|mix\w*|place[ds]?|put|leave|let|cut|hold)\b/iu,
  use: /\b(us(?:e|es|ed|ing|eful)|serv\w+|for \p{L}+ing|applied|applications?|help\w*|benefit\w*|advantage\w*|good for|employ\w*|suit\w*|cook\w*)\b/iu,
};
/** Share of the words of a part that its evidence needs. */
const LEAST_SHARE = 0.6;

/** Whether the passages speak of what the heading of the role says, each of them and most of their sentences. */
export function supportsRole({ name }: Role, passages: readonly Passage[]): boolean {
  const evidence = EVIDENCE[name];
  if (evidence === undefined) return false;
  const all = passages.flatMap(({ sentences }) => sentences);
  const speaking = all.filter(({ text }) => evidence.test(text));
  const words = (sentences: typeof all) => sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const each = passages.filter(({ sentences }) => sentences.some(({ text }) => evidence.test(text)));
  return each.length >= 0.75 * passages.length && words(speaking) >= LEAST_SHARE * words(all);
}

/** Whether any of the passages speaks of what the heading of the role says, or nothing is known of how that is said. */
export function mentionsRole({ name }: Role, passages: readonly Passage[]): boolean {
  const evidence = EVIDENCE[name];
  return evidence === undefined || passages.some(({ sentences }) => sentences.some(({ text }) => evidence.test(text)));
}
