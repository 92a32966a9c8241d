/** The word with -s, -es or -ies, by the sound and letters it ends in. */
export function withSibilantEnding(word: string): string {
  if (/(?:[^aeiou]|qu)y$/u.test(word)) return PLAIN_BY.test(word) ? `${word}s` : `${word.slice(0, -1)}ies`;
  if (DOUBLED_Z.test(word)) return `${word}zes`;
  if (/(?:s|x|z|sh|ch)$/u.test(word)) return HARD_CH.test(word) ? `${word}s` : `${word}es`;
  return `${word}s`;
}

const PLAIN_BY = /(?:stand|lay|fly|drive)by$/u;
const DOUBLED_Z = /(?:^|-)(?:quiz|fez|whiz|wiz|biz|swiz|squiz|showbiz)$/u;
// A ch that is spoken k or as in loch.
const HARD_CH =
  /(?:stomach|(?<!^|^m|term|st|se|^l|^p|over)arch|[io]branch|brach|stich|ptych|epoch|eunuch|loch|czech|tech|mach|bach|lech|almanach|moloch|pibroch|coronach|rugelach)$/u;
