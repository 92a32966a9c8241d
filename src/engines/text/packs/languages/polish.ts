import { cells, FIXED, type LanguageRules } from "../language-rules.js";

// Of an adjective every ending but that of the masculine personal plural follows from the dictionary form, and so does
// every ending of the nouns with the suffixes below. All words of one shape decline alike.
export const polish: LanguageRules = {
  language: "pl",
  refused: /pojęcie|pot\.|przestarz|książk|żart|specjal|wulg|oficj|poet|obraźl|antonim|nadużyw|euf/,
  likeness: 0.65,
  shapes: [
    FIXED,
    { family: "adverb", pattern: /[^aeiouyóąę](?:[nw]o|ie)$/, cells: cells("-") },
    { family: "adjective", pattern: /[^kg]y$/, cells: cells("y a e ego emu ym ej ą ych ymi") },
    { family: "adjective", pattern: /[kg]i$/, cells: cells("i a ie iego iemu im iej ą ich imi") },
    { family: "quality", pattern: /ość$/, cells: cells("ć ci cią") },
    { family: "action", pattern: /[nc]ie$/, cells: cells("e a u em") },
  ],
  reviewed: {
    fixed: `
      często nierzadko
      czasami czasem niekiedy
      zawsze: nieodmiennie
      zazwyczaj zwykle przeważnie
      prawie niemal
      również także też
      jednak: jednakże
      jednakże: jednak
      dlatego: z_tego_powodu
      zatem więc
      ponadto poza_tym
      natychmiast niezwłocznie od_razu
      szybko prędko
      łatwo: bez_trudu
      powoli wolno
      całkowicie zupełnie w_pełni
      szczególnie zwłaszcza
      prawdopodobnie zapewne
      obecnie aktualnie
      niedawno ostatnio
      ciągle stale wciąż
      około mniej_więcej
      dokładnie precyzyjnie
      regularnie systematycznie
      niestety: na_nieszczęście
      tylko jedynie
      wyłącznie: jedynie
      następnie: potem
      później potem
      niezwykle wyjątkowo
      wkrótce niebawem
      głównie przede_wszystkim
      ponieważ gdyż
      chociaż choć
      aby żeby
      lecz ale
      początkowo: na_początku
      oczywiście naturalnie`,
    adjective: `
      ważny istotny
      niezbędny konieczny
      doskonały znakomity świetny
      ogromny olbrzymi
      prosty nieskomplikowany
      skomplikowany złożony
      niebezpieczny: ryzykowny
      sławny słynny
      przydatny użyteczny pomocny
      kosztowny: drogi
      szybki prędki
      odpowiedni właściwy stosowny
      różny: rozmaity
      znaczny spory
      przyjemny miły
      nowoczesny współczesny
      skuteczny efektywny
      wytrzymały trwały
      delikatny subtelny
      dziwny osobliwy
      bezpłatny darmowy
      ciekawy interesujący
      wyjątkowy niezwykły
      niewielki nieduży
      popularny lubiany`,
    quality: `
      różnorodność rozmaitość
      trudność: niedogodność
      możliwość sposobność`,
    action: `
      wykorzystanie użycie
      ulepszenie usprawnienie`,
  },
};
