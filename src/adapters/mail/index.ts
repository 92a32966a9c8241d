export { createMailer, type MailerOptions } from "./mailer.js";
export type { OpenSocket, SessionLimits } from "./session.js";
