/** ISO 639-1 by the ISO 639-3 codes that franc gives. */
export const FRANC_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  `eng en deu de fra fr spa es ita it por pt nld nl swe sv dan da nob no nno no fin fi pol pl ces cs slk sk slv sl hrv hr bos bs
  srp sr bul bg mkd mk rus ru ukr uk bel be hun hu ron ro ell el tur tr azj az kaz kk uzn uz arb ar heb he pes fa urd ur hin hi
  ben bn mar mr guj gu pan pa tam ta tel te kan kn mal ml sin si nep ne tha th lao lo khm km mya my vie vi ind id zlm ms tgl tl
  jav jv sun su cmn zh jpn ja kor ko kat ka hye hy lit lt lvs lv ekk et sqi sq cat ca glg gl eus eu epo eo swh sw hau ha yor yo
  ibo ig zul zu xho xh som so amh am afr af gle ga isl is`
    .trim()
    .split(/\s+/)
    .flatMap((code, index, all) => (index % 2 === 0 ? [[code, all[index + 1]!]] : [])),
);
