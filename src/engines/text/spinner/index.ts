export { createSpinner, type Spinner } from "./spinner.js";
