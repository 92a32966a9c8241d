import { type FullerArea, read } from "./fuller.js";

/** For people who run the server; there only where somebody knows its settings, as the command line does. */
export const settings: FullerArea = ({ settings }) =>
  settings === undefined ? [] : [read("/settings", () => settings())];
