import { type FullerArea, read } from "./fuller.js";

/** The task types there are and what their data objects hold; asking leaves no draft. */
export const types: FullerArea = ({ kernel: { tasks } }) =>
  ["/types", "/task/types"].flatMap((path) => [
    read(path, () => tasks.types()),
    read(`${path}/:name`, ({ parameters }) => tasks.describedType(parameters["name"] ?? "")),
  ]);
