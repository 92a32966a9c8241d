/**
 * What a request was refused with before the kernel saw it, by the code in the header X-Error-Code. `docs/errors.md` lists the
 * same codes, and a test keeps the two equal.
 */
export const PROTOCOL_CODES = {
  ROUTE_UNKNOWN: "There is no such route, or not in this edition.",
  METHOD_REFUSED: "The route does not take this method.",
  BODY_REFUSED: "The body, or a parameter, is missing or has the wrong form.",
  BODY_TOO_LARGE: "The body is larger than the limit.",
  RANGE_REFUSED: "The range that was asked for lies behind the end of the file.",
  KEY_WRONG: "The API key is missing or wrong.",
  HOST_REFUSED: "The host name is missing, or not one this server answers to.",
  ORIGIN_REFUSED: "The page that sent the request may not use this server.",
  PREFETCH_REFUSED: "The request is a prefetch.",
  REQUEST_BROKEN: "The request is not valid HTTP, too large, or did not arrive in time.",
  INTERNAL: "Something went wrong inside the server.",
} as const;

export type ProtocolCode = keyof typeof PROTOCOL_CODES;
