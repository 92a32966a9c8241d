import { titleCase } from "../../headings.js";

/** What lists name their items. */
export const KIND =
  /\b(ways?|tips?|things|reasons|ideas|facts|types|kinds|sites|places|sights|highlights|uses|benefits|signs|mistakes|tricks|habits|rules|lessons|examples|foods|recipes|tools|walks|beaches|museums|attractions|spots|activities|exercises|alternatives|varieties|breeds|methods|myths|hacks|practices|checklists?|check-ups|symptoms|causes|features|advantages|options|techniques|strategies|to do|to see|to visit|best|top)\b/i;
/** Keywords that a number may stand before. */
const COUNTABLE =
  /^(?:things|places|ways|reasons|sights|tips|facts|ideas|mistakes|uses|benefits|signs|types|kinds)\b|\b(?:tips|facts|ideas|mistakes|uses|benefits|exercises|recipes|hacks|tricks|habits|rules|activities|attractions|methods|techniques|strategies|myths|alternatives)$/i;
const TO_DO = /\b(?:to do|to see|to visit|to go|places|sights|attractions)\b/i;
/** What lists of things to do are headed with; pages of travellers go day by day. */
const TIME_TO = /\b(?:times?|when) to (?:visit|go|see)\b/gi;
const TO_DO_HERE =
  /\b(?:to do|to see|to visit|to go|places|sights?|sites|attractions?|highlights|must-sees?|activities|walks|beaches|museums|days|weekend|itinerary|to explore|to discover|neighbou?rhoods|districts|day trips|excursions)\b/i;

/** Whether what heads a list says that it lists what the keyword asks for. */
export function isOfKind(names: string, keyword: string): boolean {
  return TO_DO.test(keyword) ? TO_DO_HERE.test(names.replace(TIME_TO, "")) : KIND.test(names);
}

/** "9 Toddler Sleep Tips", "4 Things to Do in Orkney"; empty where the keyword names no kind of thing that can be counted. */
export function countedTitle(count: number, keyword: string): string {
  if (/\bcheck-?lists?$/i.test(keyword)) return titleCase(`${keyword}: ${count} things to check`);
  if (/^(?:the )?best\b/i.test(keyword)) return titleCase(`the ${count} ${keyword.replace(/^the /i, "")}`);
  const isCountable = COUNTABLE.test(keyword) && !/\d|^(?:the|an?|how|what|why)\b/i.test(keyword);
  return isCountable ? titleCase(`${count} ${keyword}`) : "";
}
