// A task type whose lines write files.
import { z } from "zod";

export default {
  type: "filer",
  words: "filer",
  title: "Filer",
  summary: "Writes three files for each line.",
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { output }) {
    for (const name of ["a", "b", "c"]) output.file(`${line}/${name}.txt`, `${line} ${name}`, "text/plain");
  },
};
