/** Questions in which "it" is no thing, or the thing that another one has to fit. */
const OF_NO_THING = /\bis it (?:clear|sunny|worth|time|the (?!right))|what has to fit/i;
const FIRST = /\b(?:is|was|does|has|can|will|should|would|could) it\b/i;
/** What "it" stands for in the question itself: "How should a new pair feel, and how much will it give?" */
const NAMED = /\b(?:an?|the|each|such|something|anything|everything) /i;

const VERBS: Readonly<Record<string, string>> = { is: "are", was: "were", does: "do", has: "have" };

/** The sentences with their questions about one thing asked of several: "Is it safe?" is "Are they safe?". */
export function askedOfSeveral(sentences: string): string {
  return sentences.replace(/[^.?!]+\?/g, (question) => {
    const first = FIRST.exec(question);
    const another = /\bit\b/i.exec(question);
    if (first === null || another === null || another.index < first.index || OF_NO_THING.test(question))
      return question;
    return NAMED.test(question.slice(0, first.index)) ? question : ofSeveral(question);
  });
}

function ofSeveral(question: string): string {
  return question
    .replace(/\b(is|was|does|has) it\b/gi, (_, verb: string) => `${likeIn(verb, VERBS[verb.toLowerCase()]!)} they`)
    .replace(/\b(can|will|should|would|could) it\b/gi, "$1 they")
    .replace(/\bit (is|was|does|has)\b/g, (_, verb: string) => `they ${VERBS[verb]!}`)
    .replace(/\bit (can|will|should|would|could)\b/g, "they $1")
    .replace(/\bit (work|stop|fit|need|cost)s\b/g, "they $1")
    .replace(/\bits\b/g, "their")
    .replace(/\bit\b/g, "them");
}

/** The word with the capital of the one that it stands for. */
function likeIn(word: string, other: string): string {
  return /^\p{Lu}/u.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}
