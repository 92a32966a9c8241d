import { cells, FIXED, type LanguageRules } from "../language-rules.js";

const PREVERB = /^(?:meg|el|ki|be|fel|föl|le|át|össze|vissza|szét|rá|hozzá|oda|ide|haza|tovább|újra|körül|végig)/;

// There is no gender, and an attribute keeps its dictionary form: words without an ending may be exchanged freely. But the
// thesaurus gathers far too freely for that, so of its own words only the nouns in -ság and -ség are used.
export const hungarian: LanguageRules = {
  language: "hu",
  refused: /jel|kateg|nagybet|röv|kat\.|hely|u\+|név/,
  refusedMark: /névnap|u\+|jel|kat/,
  likeness: 0.75,
  // "a" stands before a consonant and "az" before a vowel; a preverb may be torn off, so words with and without one differ.
  onset: (word) => `${/^[aáeéiíoóöőuúüű]/.test(word) ? "vowel" : "consonant"}${PREVERB.test(word) ? "+" : ""}`,
  sensitive: new Set(["a", "az", "nem", "ne"]),
  shapes: [FIXED, { family: "quality", pattern: /s[áé]g$/, cells: cells("-") }],
  reviewed: {
    fixed: `
      gyakran sokszor
      néha időnként olykor
      mindig: mindenkor
      általában rendszerint többnyire
      majdnem csaknem
      azonban viszont
      ezért emiatt
      szintén ugyancsak
      emellett ezenkívül ráadásul
      azonnal rögtön
      gyorsan sebesen
      könnyen: egyszerűen
      lassan: komótosan
      különösen főként
      valószínűleg: feltehetően
      jelenleg pillanatnyilag
      nemrég: a_közelmúltban
      folyamatosan állandóan
      körülbelül nagyjából
      csupán csak
      később utóbb
      korábban azelőtt
      rendkívül: roppant
      hamarosan nemsokára
      talán esetleg
      természetesen persze
      fokozatosan: lépésről_lépésre
      hirtelen váratlanul
      először: elsőként
      alaposan: gondosan
      sajnos: sajnálatos_módon
      mert mivel
      bár noha
      különben: máskülönben
      fontos lényeges
      szükséges: nélkülözhetetlen
      kiváló nagyszerű remek
      hatalmas óriási
      bonyolult összetett
      veszélyes: kockázatos
      híres neves
      hasznos: előnyös
      nyugodt békés
      megfelelő alkalmas
      különböző eltérő
      nyilvánvaló egyértelmű
      jelentős számottevő
      kellemes: élvezetes
      modern korszerű
      hatékony eredményes
      ingyenes díjtalan
      részletes: alapos
      népszerű közkedvelt
      csodálatos varázslatos
      lehetőség: alkalom
      gyermek gyerek
      hagyomány tradíció`,
  },
};
