import { cells, FIXED, type LanguageRules, type Place, words } from "../language-rules.js";

const BEFORE_INFINITIVE = words(`
  para de sin por al a puede pueden puedes podemos podrá podrán podría podrían debe deben debes debemos deberá deberán
  quiere quieren quieres queremos suele suelen permite permiten logra logran necesita necesitan desea desean conviene
  es esencial recomendable y o`);
const DETERMINER = words(`
  el la los las un una unos unas este esta estos estas ese esa esos esas su sus tu tus mi mis nuestro nuestra nuestros
  nuestras cada cualquier todo toda todos todas algún alguna algunos algunas varios varias muchos muchas más`);
const AUXILIARY = words(
  "he has ha hemos habéis han había habías habíamos habían haber habrá habrán habría habrían haya hayan",
);

const notParticiple = ({ previous }: Place) => !AUXILIARY.has(previous);

export const spanish: LanguageRules = {
  language: "es",
  refused: /fig|vulg|loc|p\. us|norae|nt.?nimo|^se$|^del? |misa/,
  refusedMark: /fig/,
  likeness: 0.65,
  // "y" and "o" become "e" and "u" before their own sound.
  onset: (word) => (/^h?i(?!e)/.test(word) ? "i" : /^h?o/.test(word) ? "o" : ""),
  sensitive: words("y e o u"),
  shapes: [
    FIXED,
    { family: "adverb", pattern: /mente$/, cells: cells("-") },
    { family: "adjective", pattern: /(?:os|iv|ic|ari|ori)o$/, cells: cells("o a os as") },
    { family: "adjective", pattern: /o$/, cells: cells("o a os as"), reviewedOnly: true, fits: notParticiple },
    {
      family: "adjective",
      pattern: /(?:bl|ant|ent)e$/,
      cells: cells("e e es es"),
      except: words("frente mente fuente gente puente ambiente corriente"),
    },
    { family: "adjective", pattern: /e$/, cells: cells("e e es es"), reviewedOnly: true },
    { family: "adjective", pattern: /(?:al|il)$/, cells: cells("- - es es") },
    { family: "adjective", pattern: /[ai]z$/, cells: cells("z z ces ces"), reviewedOnly: true },
    { family: "feminine", pattern: /(?:ci|si)ón$/, cells: cells("ón ones") },
    { family: "feminine", pattern: /[dt]ad$|tud$/, cells: cells("- es") },
    { family: "feminine", pattern: /(?:ez|nci)a$/, cells: cells("- s") },
    { family: "feminine", pattern: /a$/, cells: cells("- s"), reviewedOnly: true },
    { family: "masculine", pattern: /(?:miento|aje|ismo)$/, cells: cells("- s") },
    { family: "masculine", pattern: /[oe]$/, cells: cells("- s"), reviewedOnly: true },
    { family: "masculine", pattern: /[rl]$/, cells: cells("- es"), reviewedOnly: true },
    {
      family: "infinitive",
      pattern: /[aei]r$/,
      cells: cells("-"),
      reviewedOnly: true,
      fits: ({ previous, next }) => BEFORE_INFINITIVE.has(previous) && DETERMINER.has(next),
    },
  ],
  reviewed: {
    fixed: `
      quizás quizá tal_vez
      además: asimismo
      asimismo: además
      también: igualmente
      aún todavía
      casi: prácticamente
      solamente solo únicamente
      después: luego
      posteriormente: después luego
      anteriormente: antes
      actualmente hoy_en_día en_la_actualidad
      aunque: si_bien
      frecuentemente a_menudo con_frecuencia
      enseguida de_inmediato inmediatamente
      rápidamente con_rapidez velozmente
      fácilmente con_facilidad
      normalmente habitualmente generalmente
      habitualmente: normalmente
      completamente totalmente por_completo
      especialmente sobre_todo particularmente
      probablemente: seguramente
      posiblemente: probablemente
      finalmente por_último
      lentamente despacio
      claramente: evidentemente
      principalmente: sobre_todo
      constantemente continuamente
      cuidadosamente con_cuidado
      recientemente: hace_poco
      ocasionalmente: a_veces
      suficientemente: bastante
      correctamente adecuadamente
      jamás nunca
      regularmente: con_regularidad
      simplemente: sencillamente
      afortunadamente por_suerte
      desgraciadamente lamentablemente por_desgracia`,
    adjective: `
      importante: relevante
      esencial fundamental
      necesario: imprescindible
      imprescindible: indispensable necesario
      excelente magnífico
      enorme inmenso
      sencillo simple
      complicado complejo
      peligroso arriesgado
      hermoso bello
      famoso: célebre conocido
      útil: provechoso
      económico barato
      costoso caro
      rápido veloz
      lento: pausado
      tranquilo apacible
      adecuado apropiado
      diferente distinto
      evidente obvio
      considerable: notable
      perfecto: impecable
      agradable: placentero
      antiguo: viejo
      moderno actual
      actual: moderno
      eficaz: efectivo
      efectivo: eficaz
      resistente robusto
      delicado: frágil
      extraño raro
      responsable: sensato`,
    feminine: `
      decisión: determinación
      velocidad rapidez
      compra: adquisición
      dificultad: complicación
      opción alternativa
      enseñanza educación
      zona área`,
    masculine: `
      error fallo
      método procedimiento
      lugar sitio
      inconveniente: obstáculo
      vehículo: automóvil`,
    infinitive: `
      comprar adquirir
      utilizar usar emplear
      mejorar: perfeccionar
      aumentar incrementar
      reducir disminuir
      solucionar resolver
      conseguir obtener lograr
      comprobar verificar
      revisar: examinar
      elegir escoger
      mostrar enseñar
      evitar: prevenir
      crear: generar
      calcular: estimar
      aprovechar: utilizar`,
  },
};
