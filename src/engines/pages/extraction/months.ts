/**
 * The names of the months by language, January first, as written within a date. A name is known by its beginning of so many
 * letters as stand here; where two languages mean different months by one word, the one with more pages has it.
 */
const NAMES = `
  january february march april may june july august september october november december
  jan feb mar apr may jun jul aug sept oct nov dec
  jan feb mar apr may jun jul aug sep oct nov dec
  januar februar marz april mai juni juli august september oktober november dezember
  jan feb marz apr mai jun jul aug sept okt nov dez
  janner feber maer
  janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
  janv fev mars avr mai juin juil aout sept oct nov dec
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
  ene feb mar abr may jun jul ago sep oct nov dic
  gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
  gen feb mar apr mag giu lug ago set ott nov dic
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
  jan fev mar abr mai jun jul ago set out nov dez
  januari februari maart april mei juni juli augustus september oktober november december
  januari februari mars april maj juni juli augusti september oktober november december
  januar februar marts april maj juni juli august september oktober november desember
  tammiku helmiku maalisku huhtiku toukoku kesaku heinaku eloku syysku lokaku marrasku jouluku
  styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien
  stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia
  leden unor brezen duben kveten cerven cervenec srpen zari rijen listopad prosinec
  ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince
  январ феврал март апрел мая июня июля август сентябр октябр ноябр декабр
  янв фев мар апр маи июн июл авг сен окт ноя дек
  січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
  ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik
  januari februari maret april mei juni juli agustus september oktober november desember
  januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december
  ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
  ιανουαρ φεβρουαρ μαρτ απριλ μαι ιουν ιουλ αυγουστ σεπτεμβρ οκτωβρ νοεμβρ δεκεμβρ
`;

const MONTHS = new Map<string, number>();
for (const line of NAMES.trim().split("\n")) {
  for (const [index, name] of line.trim().split(/\s+/).entries()) {
    const stem = plain(name);
    if (!MONTHS.has(stem)) MONTHS.set(stem, index + 1);
  }
}

/** 1 to 12, or undefined for a word that is no month. */
export function monthOf(word: string): number | undefined {
  const name = plain(word);
  for (let length = name.length; length >= 3; length -= 1) {
    const month = MONTHS.get(name.slice(0, length));
    // Words that only begin like a short name are others: "decided" is not December, "junction" not June.
    if (month !== undefined && (length === name.length || (length > 3 && name.length - length <= 3))) return month;
  }
  return undefined;
}

function plain(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\u0131/g, "i");
}
