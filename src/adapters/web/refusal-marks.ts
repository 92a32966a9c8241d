import type { WebRefusal } from "../../kernel/providers.js";
import type { SeenText } from "./refusal-text.js";

/** What there is to judge an answer by before its page is read. */
export interface Head {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: URL;
}

export interface Answer extends Head {
  /** The body as it came. */
  readonly html: string;
  /** What can be read of it. */
  readonly seen: SeenText;
}

interface Mark<Judged extends Head> {
  readonly refusal: WebRefusal;
  readonly shows: (answer: Judged) => boolean;
}

/** Words beyond which a page is taken for a page, whatever else it holds. */
export const SHORT_WORDS = 160;

const refusing = ({ status }: Head) =>
  status === 403 || status === 401 || status === 405 || status === 429 || status === 503;
const header = ({ headers }: Head, name: string) => headers[name]?.toLowerCase() ?? "";

function mark<Judged extends Head>(
  kind: WebRefusal["kind"],
  by: string,
  shows: (answer: Judged) => boolean,
): Mark<Judged> {
  return { refusal: { kind, by }, shows };
}

// What the makers of protections and large sites put in the place of pages is told here by their own documentation and
// their own pages. Scripts of most of them stand in ordinary pages too; so none counts where there is a page to read.

/** Those that are told without the page. */
export const HEAD_MARKS: readonly Mark<Head>[] = [
  mark("challenge", "Cloudflare", (answer) => header(answer, "cf-mitigated") === "challenge"),
  mark("challenge", "AWS WAF", (answer) => header(answer, "x-amzn-waf-action") === "challenge"),
  mark("captcha", "AWS WAF", (answer) => header(answer, "x-amzn-waf-action") === "captcha"),
  mark("challenge", "Kasada", (answer) => refusing(answer) && "x-kpsdk-ct" in answer.headers),
  mark("block", "Sucuri", (answer) => "x-sucuri-block" in answer.headers && answer.status === 403),
  mark(
    "block",
    "DataDome",
    (answer) => answer.status === 403 && "x-datadome" in answer.headers && "x-dd-b" in answer.headers,
  ),
  mark("challenge", "Vercel", (answer) => header(answer, "x-vercel-mitigated") === "challenge"),

  // Addresses that sites send visitors to.
  mark("captcha", "Google", ({ url }) => isOf(url, "google") && url.pathname.startsWith("/sorry/")),
  mark("consent", "Google", ({ url }) => /^consent\.(?:google|youtube)\.[a-z.]+$/.test(url.hostname)),
  mark("consent", "Yahoo", ({ url }) => /^(?:consent|guce)\.yahoo\.com$/.test(url.hostname)),
  mark(
    "sign-in",
    "LinkedIn",
    ({ url }) => isOf(url, "linkedin") && /^\/(?:authwall|uas\/login|checkpoint\/)/.test(url.pathname),
  ),
  mark(
    "sign-in",
    "Google",
    ({ url }) => url.hostname === "accounts.google.com" && /signin|servicelogin/i.test(url.pathname),
  ),
  mark("sign-in", "Instagram", ({ url }) => isOf(url, "instagram") && url.pathname.startsWith("/accounts/login")),
  mark("sign-in", "Facebook", ({ url }) => isOf(url, "facebook") && /^\/login(?:\/|\.php|$)/.test(url.pathname)),
  mark("block", "LinkedIn", ({ url, status }) => isOf(url, "linkedin") && status === 999),
  mark("captcha", "Radware", ({ url }) => url.hostname === "validate.perfdrive.com"),
  mark("captcha", "Yandex", ({ url }) => isOf(url, "yandex") && url.pathname.startsWith("/showcaptcha")),
];

/** Those that are told by the page, of which there must be next to nothing to read. */
export const PAGE_MARKS: readonly Mark<Answer>[] = [
  mark(
    "rate-limit",
    "Cloudflare",
    (answer) => holds(answer, "cf-error-details") && says(answer, /you are being rate limited/),
  ),
  mark("block", "Cloudflare", (answer) => {
    const named = /cf-error-details|cf-wrapper/.test(answer.html) || header(answer, "server") === "cloudflare";
    return (
      named &&
      refusing(answer) &&
      says(answer, /you have been blocked|error 10(?:05|06|07|08|09|20)\b|attention required! \| cloudflare/)
    );
  }),
  // The path alone says nothing: a script below it watches over ordinary pages.
  mark("challenge", "Cloudflare", (answer) => {
    if (!holds(answer, "/cdn-cgi/challenge-platform/")) return false;
    return holds(answer, "_cf_chl_opt") || says(answer, /^just a moment/);
  }),
  mark("challenge", "Cloudflare", (answer) => /cf-browser-verification|\/cdn-cgi\/l\/chk_jschl/.test(answer.html)),

  mark(
    "captcha",
    "DataDome",
    (answer) =>
      /\/\/(?:geo|ct)\.captcha-delivery\.com/.test(answer.html) && (refusing(answer) || answer.seen.words < 40),
  ),

  mark("captcha", "HUMAN", (answer) =>
    /id=["']?px-captcha\b|\/captcha\/captcha\.js\?a=c|captcha\.px-c(?:dn|loud)\.net/.test(answer.html),
  ),
  mark("block", "HUMAN", (answer) => refusing(answer) && /_pxAppId|window\._pxUuid|perimeterx/i.test(answer.html)),

  mark(
    "block",
    "Akamai",
    (answer) =>
      refusing(answer) &&
      says(answer, /access denied/) &&
      (/errors\.edgesuite\.net/.test(answer.html) ||
        says(answer, /you don't have permission to access .* on this server\. reference #/)),
  ),
  mark(
    "challenge",
    "Akamai",
    (answer) =>
      answer.seen.words < 60 && /sec-if-cpt-container|\/_sec\/cp_challenge\/|[?&]bm-verify=/.test(answer.html),
  ),

  mark(
    "captcha",
    "Imperva",
    (answer) =>
      holds(answer, "_Incapsula_Resource") && /\bSWUDNSAI\b/.test(answer.html) && says(answer, /captcha|robot|human/),
  ),
  // Its script stands in the pages it protects too, the frame and the empty page in the place of them.
  mark("challenge", "Imperva", (answer) => {
    if (answer.seen.words >= 40 || !holds(answer, "_Incapsula_Resource")) return false;
    return /<iframe[^>]{0,300}_Incapsula_Resource/i.test(answer.html) || answer.html.length < 2_000;
  }),
  mark(
    "block",
    "Imperva",
    (answer) =>
      says(answer, /request unsuccessful\. incapsula incident id/) || says(answer, /^pardon our interruption/),
  ),

  mark("challenge", "Sucuri", (answer) => answer.seen.words < 60 && /sucuri_cloudproxy_js/.test(answer.html)),
  mark("block", "Sucuri", (answer) => refusing(answer) && says(answer, /sucuri website firewall/)),
  mark(
    "challenge",
    "DDoS-Guard",
    (answer) => refusing(answer) && (holds(answer, "/.well-known/ddos-guard/") || says(answer, /^ddos-guard/)),
  ),
  mark(
    "challenge",
    "Kasada",
    (answer) => answer.seen.words < 20 && /\/ips\.js\?/.test(answer.html) && holds(answer, "KPSDK"),
  ),
  mark(
    "challenge",
    "AWS WAF",
    (answer) =>
      answer.seen.words < 60 &&
      /gokuProps|AwsWafIntegration\.(?:saveReferrer|checkForceRefresh|forceRefreshToken)/.test(answer.html),
  ),
  mark("block", "F5", (answer) => says(answer, /the requested url was rejected\b.*\bsupport id/)),
  mark(
    "block",
    "Wordfence",
    (answer) => refusing(answer) && says(answer, /access to this (?:site|service) has been limited/),
  ),
  mark(
    "block",
    "ModSecurity",
    (answer) => (answer.status === 406 || answer.status === 403) && says(answer, /mod_?security/),
  ),
  mark("challenge", "Anubis", (answer) => /\bid=["']?anubis_challenge\b/.test(answer.html)),

  mark("captcha", "Amazon", (answer) => holds(answer, "/errors/validateCaptcha")),
  mark("captcha", "Google", (answer) =>
    says(answer, /our systems have detected unusual traffic from your computer network/),
  ),
  mark("captcha", "HUMAN", (answer) =>
    /^(?:robot or human\?|are you a robot\?|access to this page has been denied)/.test(answer.seen.title),
  ),

  // Captchas of others, where there is nothing else. The scripts alone stand in many a page with a form.
  mark("captcha", "reCAPTCHA", (answer) => onlyCaptcha(answer, /\bg-recaptcha\b/)),
  mark("captcha", "hCaptcha", (answer) => onlyCaptcha(answer, /\bh-captcha\b/)),
  mark("captcha", "Cloudflare", (answer) => onlyCaptcha(answer, /\bcf-turnstile\b/)),
];

/** A page that asks for nothing but that its captcha be solved: few words, and no field to write in. */
function onlyCaptcha(answer: Answer, widget: RegExp): boolean {
  return (
    answer.seen.words <= 60 &&
    widget.test(answer.html) &&
    /data-sitekey|[?&]render=explicit/.test(answer.html) &&
    !/<textarea(?![^>]{0,500}captcha)|<input[^>]{0,200}type=["']?(?:text|email|password|search|tel)/i.test(
      answer.html,
    ) &&
    says(answer, /captcha|robot|\bbots?\b|human|verif|security check|unusual/)
  );
}

function holds({ html }: Answer, text: string): boolean {
  return html.includes(text);
}

/** Of the title or of the text. */
function says({ seen }: Answer, words: RegExp): boolean {
  return words.test(seen.title) || words.test(seen.text);
}

/** `google` covers google.com, www.google.co.uk ... */
function isOf({ hostname }: URL, name: string): boolean {
  const at = hostname.lastIndexOf(`${name}.`);
  if (at < 0 || (at > 0 && hostname[at - 1] !== ".")) return false;
  return /^(?:com?\.)?[a-z]{2,3}$/.test(hostname.slice(at + name.length + 1));
}
