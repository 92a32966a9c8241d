// The polyfill must be loaded before tsyringe, and nowhere else: with a second import of it, code splitting can put
// tsyringe first in a chunk, and then every entry fails.
import "reflect-metadata/lite";

export { container, inject, injectable } from "tsyringe";
