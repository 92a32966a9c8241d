export { type DeclaredProvider, declaredProviders, type ProviderSettings } from "./declared.js";
export type { LazySource, NamedProvider, ProviderFamily } from "./family.js";
export { type CallWatch, observed, type ProviderCall } from "./observed.js";
export { type ProviderSurroundings, type ProvidersOfSettings, setProviders } from "./set-providers.js";
