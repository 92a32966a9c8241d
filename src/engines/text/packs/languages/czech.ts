import { cells, FIXED, type LanguageRules } from "../language-rules.js";

// Of an adjective every ending but that of the masculine animate plural follows from the dictionary form.
export const czech: LanguageRules = {
  language: "cs",
  refused: /angl|něm|be zonked/,
  likeness: 0.6,
  shapes: [
    FIXED,
    { family: "adverb", pattern: /[^aeiouyáéíóúůý]ě$|[sc]ky$/, cells: cells("-") },
    { family: "adjective", pattern: /ý$/, cells: cells("ý á é ého ému ém ým ou ých ými") },
    { family: "quality", pattern: /ost$/, cells: cells("- i í em ech mi") },
  ],
  reviewed: {
    fixed: `
      často mnohdy
      někdy občas
      vždy: pokaždé
      obvykle zpravidla většinou
      téměř skoro
      však ovšem
      proto: z_toho_důvodu
      také rovněž též
      okamžitě ihned hned
      rychle: svižně
      snadno lehce
      pomalu: zvolna
      úplně zcela
      zejména především hlavně
      pravděpodobně zřejmě
      nyní teď
      nedávno: před_časem
      neustále stále
      přibližně: zhruba asi
      zhruba: přibližně
      pravidelně: soustavně
      pouze jen
      potom pak poté
      později: posléze
      dříve: předtím
      velmi velice
      mimořádně: neobyčejně
      brzy: zanedlouho
      možná snad
      samozřejmě přirozeně
      postupně: krok_za_krokem
      náhle najednou
      nejprve nejdříve
      pečlivě důkladně
      bohužel naneštěstí
      ačkoli ačkoliv přestože`,
    adjective: `
      důležitý významný
      nezbytný nutný
      skvělý výborný
      obrovský ohromný
      složitý komplikovaný
      slavný proslulý
      užitečný prospěšný
      klidný poklidný
      rozdílný odlišný
      příjemný milý
      neobvyklý nezvyklý
      pečlivý důkladný
      náhlý nečekaný
      krásný nádherný
      vhodný příhodný`,
    quality: `
      možnost příležitost
      obtížnost náročnost`,
  },
};
