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
  return DOUBLED.has(word) || PREFIXED.test(word);
}

const SINGLE = new Set(["bus", "plus", "yes"]);

// A prefix and a short verb. Not `de`, `be`, `in` and `con`, which begin many words stressed elsewhere.
const PREFIXED =
  /^(?:re|un|out|over|mis|under|fore|pre|counter|inter|trans|cross|up)-?(?:bar|bat|bed|bid|big|blot|bog|cap|chop|clap|clip|clog|club|cram|crop|cut|dam|din|dot|drag|drop|dub|fan|fat|fit|flag|flip|flog|fur|glut|grip|gun|gut|ham|hat|hem|hit|hop|hug|jam|jig|jog|knit|knot|lap|let|lid|log|lug|man|map|mop|mud|nap|net|nip|nod|pad|pan|pat|peg|pen|pet|pig|pin|pit|plan|plot|plug|pop|pot|prop|pun|put|rig|rip|rot|rub|run|sag|scan|scar|scrub|set|ship|shop|shut|sin|sip|sit|skin|skip|slam|slap|slim|slip|slot|snag|snap|span|spar|spin|spit|spot|stab|star|stem|step|stir|stop|strap|strip|stun|sub|sum|swap|swim|tag|tan|tap|tar|thin|throb|tin|tip|ton|top|trap|trek|trim|trip|tug|tut|twin|wag|war|wed|wet|whip|win|wit|wrap|zip)$/u;

const DOUBLED = new Set(
  // Stressed on the end.
  (
    "cabal carillon complot disannul disenthral englut entrammel inwrap marcel overset reallot shikar tranship " +
    "trapan surveil instal bebop " +
    "abet abhor abut acquit admit allot annul appal aver befit befog beget begin bedim besot bestir beset " +
    "commit compel concur confer control corral coquet curvet debar debug decontrol defer defog degas demit " +
    "demob demur deter disbar disinter dispel distil embar embed emit enrol enthral entrap enwrap equip excel " +
    "expel extol forbid forget fulfil imbed impel incur infer inset instil inter intermit intromit japan " +
    "manumit occur omit patrol permit prefer pretermit propel readmit rebel rebut recommit recur refer regret " +
    "remit repel resubmit retransmit revet submit transfer transmit transship trepan upset unclog bewig benet " +
    "estop bespot reequip reoccur " +
    // A short word at the end.
    "blackleg bullshit bulldog confab debus disbud dogleg embus featherbed foxtrot inspan joypop photoset " +
    "retrofit shotgun sublet wadset weatherstrip cooccur defat dogsled namedrop suntan overlap " +
    "airdrop anagram babysit backlog backslap backspin backstab backstop ballyrag blacktop bobsled bootleg " +
    "bootstrap bullwhip bullyrag carhop catnap chitchat clodhop crosscut cryptogram deprogram diagram dognap " +
    "doorstep eavesdrop flimflam flipflop footslog format giftwrap goosestep haircut handbag handicap handknit " +
    "hedgehop hobnob horsewhip hotdog housesit humbug input intercrop intercut jitterbug kidnap kneecap " +
    "lallygag leapfrog lollygag microchip monogram nonplus nutmeg offset outcrop outfit outgas outwit pettifog " +
    "photomap pitapat program quickstep reformat reprogram sandbag sharecrop shrinkwrap sideslip sidestep " +
    "sunset teargas tiptop tittup typeset undercut underpin uppercut waterlog wigwag wildcat windowshop " +
    "wiretap woodcut workshop zigzag"
  ).split(" "),
);
