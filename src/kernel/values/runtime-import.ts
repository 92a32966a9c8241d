/**
 * Imports what is known only at run time: a package that need not be installed, or a file of the user. Bundlers leave it
 * alone, where they would otherwise refuse to build without it.
 */
export function runtimeImport<Module = object>(specifier: string): Promise<Module> {
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ specifier);
}
