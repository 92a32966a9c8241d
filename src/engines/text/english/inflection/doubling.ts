import doubledConsonants from "../../../../../data/english/doubled-consonants.txt";
import { once, readLists } from "../../../tables.js";

/**
 * Whether the last consonant is doubled before -ed, -ing, -er and -est: after one short stressed vowel (stop, admit). In
 * longer words the stress cannot be seen, so those stressed on the end, or ending in a short word of its own (kidnap), are
 * listed. American spelling: traveled; British forms are understood where words are read.
 */
export function doublesConsonant(word: string): boolean {
  if (!/(?:^|[^aeiou]|qu)[aeiou][bdfgklmnprstvz]$/u.test(word) && !/[^aeiou]y[mnp]$/u.test(word)) return false;
  const vowels =
    word
      .replaceAll("qu", "q")
      .replace(/(?<=[aeiou])y(?=[aeiou])/gu, "j")
      .match(/[aeiouy]+/gu)?.length ?? 0;
  if (vowels <= 1) return !SINGLE.has(word);
  const last = word.slice(word.lastIndexOf("-") + 1);
  if (last.length < word.length) return doublesConsonant(last);
  return doubled().has(word) || PREFIXED.test(word);
}

const SINGLE = new Set(["bus", "plus", "yes"]);

// A prefix and a short verb. Not `de`, `be`, `in` and `con`, which begin many words stressed elsewhere.
const PREFIXED =
  /^(?:re|un|out|over|mis|under|fore|pre|counter|inter|trans|cross|up)-?(?:bar|bat|bed|bid|big|blot|bog|cap|chop|clap|clip|clog|club|cram|crop|cut|dam|din|dot|drag|drop|dub|fan|fat|fit|flag|flip|flog|fur|glut|grip|gun|gut|ham|hat|hem|hit|hop|hug|jam|jig|jog|knit|knot|lap|let|lid|log|lug|man|map|mop|mud|nap|net|nip|nod|pad|pan|pat|peg|pen|pet|pig|pin|pit|plan|plot|plug|pop|pot|prop|pun|put|rig|rip|rot|rub|run|sag|scan|scar|scrub|set|ship|shop|shut|sin|sip|sit|skin|skip|slam|slap|slim|slip|slot|snag|snap|span|spar|spin|spit|spot|stab|star|stem|step|stir|stop|strap|strip|stun|sub|sum|swap|swim|tag|tan|tap|tar|thin|throb|tin|tip|ton|top|trap|trek|trim|trip|tug|tut|twin|wag|war|wed|wet|whip|win|wit|wrap|zip)$/u;

const doubled = once(() => {
  const lists = readLists({ name: "english/doubled-consonants.txt", text: doubledConsonants }, [
    "stressed on the end",
    "ending in a short word",
  ]);
  return new Set(Object.values(lists).flat());
});
