/** Whether a word is coarse or an insult: the dictionary and its neighbours know many, and no text should get one unasked. */
export function isOffensive(words: string): boolean {
  return OFFENSIVE.test(words);
}

const OFFENSIVE =
  /\b(?:fuck|shit|shag|piss|crap|cunt|bitch|bastard|whore|slut|slag|twat|turd|tit|boob|knocker|cock|dick|prick|arse|ass|asshole|bugger|bollock|bollix|damn|goddamn|hell|screw up|screw|bonk|bang|hump|jazz|nigger|negro|darky|darkie|coon|gook|wog|kike|dago|wop|chink|gypsy|fag|faggot|dyke|queer|retard|moron|imbecile|cretin|cripple|lunatic|spastic|hooker|harlot|strumpet|pussy|wanker|tosser)(?:s|es|ed|ing|er|ers|y)?\b|\bspics?\b/i;
