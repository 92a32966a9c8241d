/**
 * Whether an English sentence, in lower case, leaves something unsaid that another one says: what its pronoun stands for,
 * what is enough, than what it is better, what was first.
 */
export function leavesUnsaid(lower: string): boolean {
  return UNSAID.some((pattern) => pattern.test(lower)) || hangsOnPronoun(lower) || isThenOfSomething(lower);
}

const UNSAID: readonly RegExp[] = [
  // "In the last regex", "all of the formulas above", "our example above".
  /\bthe (first|last|second|third|fourth|previous|preceding|above|following|next|former|latter) (regex|regexps?|expression|example|formula|equation|figure|table|diagram|command|snippet|listing|code|pattern|picture|image|graph|chart|photo|section|chapter|paragraph|step|exercise|question|recipe)s?\b/,
  /\b(the|these|those|our|this) (\p{L}+ )?(example|formula|equation|figure|table|diagram|command|snippet|listing|code|pattern|picture|image|graph|chart|photo|regex|regexp|expression)s? (above|below)\b/u,
  /\b(as|like) (shown|seen|described|explained|mentioned|noted|discussed|defined|stated|said) (above|below|earlier|before|previously|later)\b/,
  // "All that the machines above have", "If you instead want ...".
  /\bthe \p{L}+ above (have|has|had|are|is|do|does|can|will|offer|offers|include|includes)\b/u,
  /^(to|if you( are| want to)?) instead\b/,
  // "Holding the reins with one hand like this is ...".
  /\blike (this|that) (is|are|was|were|can|will|makes|shows|helps)\b/,
  // "The exact price depends on the size." Of what?
  /^the exact \p{L}+ (will |may |can |often |also )?(depends?|var(y|ies)|differs?)\b/u,
  // An answer, and a thing with a number for a name.
  /^(no|yes|nope|true|false), /,
  /^not (quite|really|exactly|necessarily|so)[,.]/,
  // "Be careful, though, ...", "As in Paris, ...".
  /^(\S+ ){0,4}\S+, though, /,
  /^as (in|with|at|for) (the )?[\p{L}-]+( [\p{L}-]+)?, /u,
  /^(number|no\.) \d/,
  // "A shallow dish is enough." For what?
  /\b(is|are|was|were|will be|would be) (usually |often |quite |also |just |more than |not |generally |always )?(enough|sufficient|plenty|best|better|ideal|fine|preferable|worse|cheaper|similar|different|the same|alike|too (much|many|little|few))[.;:]/,
  /\b(will|would|should) (do|suffice)\./,
  // "The Smithey was the smoothest: ...", "the cheapest, a pan without a name, ...".
  /\b(is|are|was|were) the (?!(west|east|rest|forest|harvest|guest|interest|test|nest|chest|request|pest|priest|quest|crest|contest|conquest)\b)\p{L}{3,}est[.,;:]/u,
  /^the (?!(west|east|rest|forest|harvest|guest|interest|test|nest|chest|request|pest|priest|quest|crest|contest|conquest)\b)\p{L}{3,}est( one)?(,| (is|are|was|were|has|had|costs?|weigh(s|ed))\b)/u,
  // "The present one", "a better one", "one that smokes".
  /^(the|a|an|each|every|any|another) (\p{L}+ ){0,2}ones?\b(?!-| (of|or|and|in) )/u,
  /^one (that|who|which|with|was|had|can|could|may|might|would|will|has|gives|takes|costs)\b/,
  /^(\S+ ){0,4}(above|below|before|beyond|besides|after|like|despite|without|than|from|to|of) that( (is|are|was|were|goes|go|came|has|have|had|the)\b|[.,;])/,
  // "... than that"; "the other gate" with no first one.
  /^(?!.*\b(one|each)\b.*\bthe other)(\S+ ){0,5}the others?\b(?! (side of|end of|hand of|half of|than)\b)/,
  /^(in|on|at|by|for|to|from|with) another\b/,
  /\bhers[.,;]|\btheirs[.,;]/,
  // "In 1900 it came back": what stands before is a place or a time.
  /^(for|in|at|on|with|by|after|during|from|under|despite|without|among|throughout|until|since|over|like|unlike) ((?!(because|when|that|which|who|if|while|as|so|until|before|after|than|what|where|whose|how)\b)[^\s,;:]+ ){0,5}[^\s,;:]+(, (where|which|who|when|whose) [^,;:]{1,80},|,)? (it|they)\b(?! (is|was|has been|will be|takes|took|became|becomes) (\p{L}+ ){1,4}(that|to|whether|how|which|what|why|for)\b)/u,
];

/** Words that begin a clause of their own, in which a pronoun may mean the subject of the one before. */
const CLAUSE =
  /[,;:()\u2013\u2014"\u201c]|\b(and|or|but|nor|that|which|who|whom|whose|where|when|whenever|while|if|because|so|as|since|until|till|before|after|than|although|though|unless|once|what|how|why|whether|to|by|without|with|let|lets|make|makes|made)\b/;
const OBJECT = /\b(it|them)\b(?!['\u2019]s)/;

/** "Doctors call it a stiff shoulder": within one clause neither the subject nor anything else is what the pronoun means. */
function hangsOnPronoun(lower: string): boolean {
  const found = OBJECT.exec(lower);
  if (found === null || found.index === 0) return false;
  const before = lower.slice(0, found.index);
  if (CLAUSE.test(before)) return false;
  // "This makes it easy to ...", "they found it hard".
  return !/^it (\w+ )?(\p{L}+) (to|that)\b/u.test(lower.slice(found.index));
}

/** "The bacteria then turn it sour", after something that the sentence does not say. */
function isThenOfSomething(lower: string): boolean {
  const found = /^(\S+ ){1,5}then (?!on\b|known\b|called\b)\p{Ll}/u.exec(lower);
  if (found === null) return false;
  return !/[,;:]|\b(if|when|once|first|until|since|from|by|and|only|now)\b/.test(found[0]);
}
