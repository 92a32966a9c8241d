/** A page with more words says something. */
const MAX_WORDS = 500;

/** What a title or heading says, or a part of it between separators, when the page is not there. */
const SENTENCES = [
  // The status by itself, or with its name.
  "(?:(?:http|error|fehler|erreur|errore|erro|fout|b\u0142\u0105d|\u043e\u0448\u0438\u0431\u043a\u0430|status|code|page) ?)*(?:404|410)(?: (?:error|page|fehler|not found|gone|nicht gefunden|non trouv\u00e9e?))*",
  "(?:error |file |page |this page |sorry |oops )*not found",
  "(?:oops |sorry |uh oh )*(?:that|this|the|the requested) page (?:(?:can ?not|can ?t|could not|couldn ?t) be found|(?:was|is) not found|(?:does not|doesn ?t|no longer) exists?)",
  "(?:sorry )?we (?:can ?not|can ?t|could not|couldn ?t) find (?:that|this|the|your) page(?: you (?:are|re|were) looking for)?",
  "page (?:does not|doesn ?t) exist",
  "(?:die |diese )?(?:angeforderte )?(?:seite|datei) (?:wurde |konnte )?(?:leider )?nicht gefunden(?: werden)?",
  "(?:diese |die )?seite existiert nicht(?: mehr)?",
  "(?:cette |la )?page (?:non trouv\u00e9e|introuvable|inexistante|est introuvable|n ?existe (?:pas|plus))",
  "p\u00e1gina no (?:encontrada|existe)",
  "(?:la |esta )?p\u00e1gina (?:solicitada )?no (?:se encuentra|existe|se ha encontrado)",
  "pagina (?:non trovata|inesistente|niet gevonden|bestaat niet)",
  "p\u00e1gina n\u00e3o (?:encontrada|existe)",
  "(?:nie znaleziono strony|strona nie (?:istnieje|zosta\u0142a znaleziona))",
  "(?:sidan|siden) (?:hittades inte|finns inte|blev ikke fundet|ble ikke funnet|findes ikke|finnes ikke)",
  "\u0441\u0442\u0440\u0430\u043d\u0438\u0446\u0430 \u043d\u0435 (?:\u043d\u0430\u0439\u0434\u0435\u043d\u0430|\u0441\u0443\u0449\u0435\u0441\u0442\u0432\u0443\u0435\u0442)",
  "\u30da\u30fc\u30b8\u304c\u898b\u3064\u304b\u308a\u307e\u305b\u3093(?:\u3067\u3057\u305f)?",
  "(?:\u9875\u9762\u4e0d\u5b58\u5728|\u627e\u4e0d\u5230\u9875\u9762|\u9875\u9762\u672a\u627e\u5230)",
];
const NOT_FOUND = new RegExp(`^(?:${SENTENCES.join("|")})$`, "u");
const SEPARATORS = /\s+[-|\u2013\u2014\u00b7\u00bb\u00ab:]\s+|[|\u00bb\u00ab]|:\s/;
const STATUS_FIRST = /^(?:404|410) /;

/**
 * Whether a page says of itself that it is not there: its title or first heading, or a part of it between separators, is such
 * a sentence as a whole, and there is little else on it. A page about the status says more, and is none.
 */
export function saysNotFound({
  title = "",
  h1 = "",
  words,
}: {
  readonly title?: string;
  readonly h1?: string;
  readonly words: number;
}): boolean {
  return words < MAX_WORDS && (isSentence(title) || isSentence(h1));
}

function isSentence(text: string): boolean {
  return [text, ...text.split(SEPARATORS)].some((part) => {
    const plain = part
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
      .trim();
    return NOT_FOUND.test(plain) || (STATUS_FIRST.test(plain) && NOT_FOUND.test(plain.replace(STATUS_FIRST, "")));
  });
}
