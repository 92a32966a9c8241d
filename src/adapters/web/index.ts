export type { AddressRulesOptions } from "./addresses.js";
export type { Lookup } from "./lookups.js";
export { createMessenger, type MessengerOptions } from "./messenger.js";
export type { UserAgentOptions } from "./user-agent.js";
export { createWeb, type WebOptions } from "./web.js";
