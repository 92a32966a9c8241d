import { chainTree, type Linked } from "../../../kernel/attendants/chain/tree.js";
import type { FullerArea } from "./fuller.js";

const SHOWN = { name: 1, type: 1, status: 1, "data.chainJobId": 1, "data.chainOn": 1 };

/** The tasks that start each other. */
export const chain: FullerArea = ({ kernel, knownForm }) => [
  {
    method: "GET",
    path: "/task/tree/:id",
    acts: false,
    async reply({ parameters }) {
      const task = await kernel.tasks.existing(knownForm(parameters["id"]));
      const source = {
        get: (id: string) => kernel.tasks.get(id),
        // The projection leaves of each task what a link is made of.
        leadingTo: (id: string, limit: number) =>
          kernel.tasks.search({
            query: { "data.chainJobId": id },
            projection: SHOWN,
            limit,
          }) as AsyncIterable<unknown> as AsyncIterable<Linked>,
      };
      return chainTree(source, task);
    },
  },
];
