import { defineTaskPlugin } from "scriptorium";
import { z } from "zod";

/** Does nothing for its lines, but waits for an abort where the bench measures that. */
export const idle = {
  ...defineTaskPlugin({
    type: "idler",
    words: "idler",
    title: "Idler",
    summary: "Does nothing.",
    options: z.object({ linesFile: z.array(z.string()).default(["nothing"]) }),
    inputs: ({ linesFile }) => linesFile,
    async run(_line, { signal }) {
      const { waits } = idle;
      if (waits === undefined) return;
      waits.begun();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      waits.heard();
    },
  }),
  waits: undefined,
};
