import { cells, FIXED, type LanguageRules, words } from "../language-rules.js";

const SEPARABLE =
  "ab|an|auf|aus|bei|dar|durch|ein|empor|entgegen|fern|fest|fort|frei|heim|her|hin|hoch|klar|los|mit|nach|nieder|statt|teil|um|unter|über|vor|weg|weiter|wieder|zu|zurück|zusammen";
/** "zu" stands before these and never inside them. */
const INSEPARABLE = new RegExp(`^(?!${SEPARABLE}).{2,}(?:en|eln|ern)$|^überprüfen$`);
/** After a pause nothing follows that the verb could govern in another case than its replacement does. */
const PAUSE = /^(?:|[.,;:!?)»“”"…–-])$/;

export const german: LanguageRules = {
  language: "de",
  refused:
    /ugs|derb|vulg|veralt|geh\.|fachspr|oberbegriff|unterbegriff|antonym|gegen|assoz|fig\.|jarg|regional|schweiz|österr|salopp|abwert|ironi|scherz|norddt|süddt|bildungsspr|engl|dicht|poet|selten|spruch|sich|variabel|literar|bair|berlin|techn|mediz|jur|amts|papier|kaufm|floskel/,
  likeness: 0.55,
  shapes: [
    { ...FIXED, capital: false },
    // An adjective without ending is a predicate or an adverb, and those agree with nothing.
    {
      family: "adjective",
      pattern: /.{3}(?<!e[lr])$/,
      cells: cells("- e en er es em"),
      capital: false,
      reviewedOnly: true,
    },
    {
      family: "adjective with a suffix",
      pattern: /.(?:ig|lich|isch|sam|bar|haft|los|voll|reich|iv|ell|ant|ent|är|ös)$/,
      cells: cells("- e en er es em"),
      capital: false,
    },
    { family: "feminine", pattern: /.(?:ung|heit|keit|schaft|ion|tät|gegend)$/, cells: cells("- en"), capital: true },
    { family: "feminine", pattern: /.e$/, cells: cells("- n"), capital: true, reviewedOnly: true },
    {
      family: "infinitive",
      pattern: INSEPARABLE,
      cells: cells("-"),
      capital: false,
      reviewedOnly: true,
      fits: ({ previous, next }) => previous === "zu" && PAUSE.test(next),
      except: words("sein haben werden"),
    },
  ],
  reviewed: {
    fixed: `
      oft häufig oftmals
      meistens meist zumeist
      manchmal gelegentlich mitunter
      fast beinahe nahezu
      ungefähr circa
      außerdem zudem überdies
      deshalb daher deswegen
      folglich somit demnach
      trotzdem dennoch
      obwohl obgleich wenngleich
      jedoch allerdings
      sofort umgehend unverzüglich
      vielleicht möglicherweise eventuell
      wahrscheinlich: vermutlich
      vermutlich: wahrscheinlich
      überaus äußerst ausgesprochen
      kürzlich neulich vor_kurzem
      bald: demnächst in_kürze
      demnächst: bald in_kürze
      anschließend: danach
      zunächst zuerst
      inzwischen mittlerweile
      letztlich letztendlich
      bereits: schon
      lediglich: nur
      mindestens wenigstens zumindest
      höchstens: maximal
      teilweise: zum_teil
      normalerweise üblicherweise
      beispielsweise: etwa
      völlig vollkommen gänzlich
      leider bedauerlicherweise
      glücklicherweise erfreulicherweise
      derzeit momentan gegenwärtig zurzeit
      gern gerne
      niemals nie
      tatsächlich: wirklich
      selbstverständlich: natürlich
      andernfalls: sonst ansonsten
      ansonsten: sonst
      hauptsächlich: vorwiegend
      stets: immer
      genug: ausreichend`,
    adjective: `
      schnell rasch zügig
      wichtig: bedeutsam wesentlich
      schwierig kompliziert
      unkompliziert: einfach
      hübsch: schön
      riesig gewaltig enorm
      notwendig erforderlich nötig
      nützlich hilfreich
      gefährlich riskant
      preiswert kostengünstig
      berühmt: bekannt
      beliebt populär
      zuverlässig verlässlich
      sorgfältig gewissenhaft
      geeignet passend
      verschieden unterschiedlich
      modern zeitgemäß
      hervorragend ausgezeichnet exzellent
      wunderbar herrlich wundervoll
      intelligent klug
      mutig tapfer
      freundlich nett
      umfangreich umfassend
      detailliert ausführlich
      kostenlos kostenfrei unentgeltlich
      merkwürdig seltsam sonderbar
      eintönig monoton
      offensichtlich offenkundig
      vorsichtig behutsam
      robust widerstandsfähig
      sinnvoll vernünftig
      gründlich sorgfältig
      bemerkenswert beachtlich`,
    feminine: `
      möglichkeit option
      veränderung änderung
      verbesserung optimierung
      methode vorgehensweise
      genauigkeit präzision
      zuverlässigkeit verlässlichkeit
      diskussion debatte
      gegend region
      wichtigkeit: bedeutung
      anweisung instruktion
      nutzung verwendung`,
    infinitive: `
      verwenden benutzen nutzen
      kaufen erwerben
      erhalten: bekommen
      bekommen: erhalten
      überprüfen kontrollieren prüfen
      erklären erläutern
      reduzieren verringern
      verbessern optimieren
      beginnen: starten
      erreichen: erlangen`,
  },
};
