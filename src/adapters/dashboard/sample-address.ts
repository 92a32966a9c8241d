/**
 * Where the sample site is found by this server alone: no such host can exist (RFC 2606), so nothing real is hidden, and nothing leaves
 * the machine.
 */
export const SAMPLE_SITE = "https://slow-almanac.example/";
export const SAMPLE_HOST = new URL(SAMPLE_SITE).host;
