interface Step {
  readonly word: string;
  readonly rest: string;
}

interface Stage {
  readonly name: string;
  readonly from: string;
  readonly steps: readonly Step[];
}

const WORDS = ["COPY", "RUN", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"];

/** The stages of a Dockerfile. Throws for a word that it does not know, and for a stage without a name. */
export function stagesOf(text: string): Stage[] {
  const stages: (Stage & { readonly steps: Step[] })[] = [];
  const lines = text.replace(/^#.*\n/gm, "").replace(/\s*\\\n\s*/g, " ");
  for (const line of lines.split("\n").filter((one) => one.trim() !== "")) {
    const [, word = "", rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === "FROM") {
      const [, from, name] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
      if (from === undefined || name === undefined) throw new Error(`A stage has no name: ${line}`);
      stages.push({ name, from, steps: [] });
    } else if (WORDS.includes(word) && stages.length > 0) stages.at(-1)!.steps.push({ word, rest });
    else throw new Error(`This is no step of a Dockerfile: ${line}`);
  }
  return stages;
}
