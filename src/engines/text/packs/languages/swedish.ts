import { cells, FIXED, type LanguageRules } from "../language-rules.js";

const OBJECT = /^(?:|[.,;:!?]|en|ett|den|det|de|alla|varje|flera|många|sin|sitt|sina|din|ditt|dina)$/;

export const swedish: LanguageRules = {
  language: "sv",
  likeness: 0.6,
  shapes: [
    FIXED,
    {
      family: "adjective",
      pattern: /(?:lig|ig|sam|bar|isk|full|lös|ant|ent)$/,
      cells: cells("- t a"),
      reviewedOnly: true,
    },
    { family: "common", pattern: /ning$/, cells: cells("- en ar arna"), reviewedOnly: true },
    { family: "common", pattern: /(?:het|tion|itet)$/, cells: cells("- en er erna"), reviewedOnly: true },
    {
      family: "infinitive",
      pattern: /[^aeiouyåäö]a$/,
      cells: cells("-"),
      fits: ({ previous, next }) => previous === "att" && OBJECT.test(next),
    },
  ],
  reviewed: {
    fixed: `
      ofta: många_gånger
      ibland emellanåt
      alltid: jämt
      ständigt: hela_tiden
      vanligtvis vanligen oftast
      nästan: så_gott_som
      dock emellertid
      därför: av_det_skälet
      också även
      dessutom: därutöver
      omedelbart genast
      snabbt: raskt
      långsamt sakta
      helt: fullständigt
      särskilt speciellt
      troligen förmodligen sannolikt
      nuförtiden numera
      nyligen: för_inte_länge_sedan
      ungefär cirka omkring
      regelbundet: med_jämna_mellanrum
      endast enbart bara
      därefter sedan
      senare: längre_fram
      tidigare förut
      ytterst: oerhört
      snart: inom_kort
      kanske möjligen
      naturligtvis självklart givetvis
      gradvis: så_småningom
      plötsligt: med_ens
      huvudsakligen främst
      noggrant: omsorgsfullt
      tyvärr: dessvärre`,
    adjective: `
      viktig: betydelsefull
      nödvändig oumbärlig
      användbar: praktisk
      farlig: riskabel
      trevlig behaglig
      ordentlig: grundlig
      märklig underlig
      pålitlig tillförlitlig`,
    common: `
      svårighet komplikation`,
    infinitive: `
      köpa: inhandla
      använda nyttja
      minska reducera
      behålla bevara`,
  },
};
