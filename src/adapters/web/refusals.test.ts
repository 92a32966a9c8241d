import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WebRefusal } from "../../kernel/providers.js";
import { refusalOf } from "./refusals.js";

interface Case {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly text?: string;
  readonly url?: string;
}

const judged = ({ status = 200, headers = {}, text = "", url = "https://a.test/page" }: Case) =>
  refusalOf({ status, headers, text, url });

const page = (title: string, body: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const script = (text: string) => `<script>${text}</script>`;
const prose = (about: string) => `<article>${`<p>${about} `.repeat(40)}</article>`;

const refusals: readonly [string, Case, WebRefusal][] = [
  [
    "a header of Cloudflare",
    { status: 403, headers: { "cf-mitigated": "challenge" } },
    { kind: "challenge", by: "Cloudflare" },
  ],
  [
    "Cloudflare's waiting page",
    {
      status: 503,
      text: page(
        "Just a moment...",
        `${script("window._cf_chl_opt={}")}<script src="/cdn-cgi/challenge-platform/h/g/orchestrate"></script>Enable JavaScript and cookies to continue`,
      ),
    },
    { kind: "challenge", by: "Cloudflare" },
  ],
  [
    "Cloudflare's waiting page in another language",
    {
      status: 403,
      text: page(
        "Nur einen Moment…",
        `${script("window._cf_chl_opt={cRay:1};a.src='/cdn-cgi/challenge-platform/h/b/x'")}`,
      ),
    },
    { kind: "challenge", by: "Cloudflare" },
  ],
  [
    "Cloudflare's block page",
    {
      status: 403,
      text: page(
        "Attention Required! | Cloudflare",
        '<div id="cf-error-details"><h1>Sorry, you have been blocked</h1></div>',
      ),
    },
    { kind: "block", by: "Cloudflare" },
  ],
  [
    "Cloudflare's limit",
    {
      status: 429,
      text: page("Access denied", '<div id="cf-error-details">Error 1015 You are being rate limited</div>'),
    },
    { kind: "rate-limit", by: "Cloudflare" },
  ],
  [
    "DataDome's captcha",
    {
      status: 403,
      text: page(
        "a.test",
        `<p>Please enable JS and disable any ad blocker</p>${script("var dd={'host':'geo.captcha-delivery.com'}")}<script src="https://ct.captcha-delivery.com/c.js"></script>`,
      ),
    },
    { kind: "captcha", by: "DataDome" },
  ],
  [
    "DataDome's captcha as JSON",
    { status: 403, text: '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=1"}' },
    { kind: "captcha", by: "DataDome" },
  ],
  [
    "DataDome's headers",
    { status: 403, headers: { "x-datadome": "protected", "x-dd-b": "1" } },
    { kind: "block", by: "DataDome" },
  ],
  [
    "HUMAN's captcha",
    {
      status: 403,
      text: page(
        "Access to this page has been denied",
        `${script("window._pxAppId='PX1'")}<div id="px-captcha"></div>Press & Hold`,
      ),
    },
    { kind: "captcha", by: "HUMAN Security" },
  ],
  [
    "Akamai's refusal",
    {
      status: 403,
      text: page(
        "Access Denied",
        `<h1>Access Denied</h1>You don't have permission to access "http&#58;&#47;&#47;a.test&#47;" on this server.<p>Reference&#32;&#35;18&#46;1<p>https&#58;//errors.edgesuite.net/18.1`,
      ),
    },
    { kind: "block", by: "Akamai" },
  ],
  [
    "Akamai's challenge",
    { text: page("", '<meta http-equiv="refresh" content="5; URL=\'/page?bm-verify=AAQ\'">') },
    { kind: "challenge", by: "Akamai" },
  ],
  [
    "Imperva's challenge",
    { text: '<html><head></head><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1"></iframe></html>' },
    { kind: "challenge", by: "Imperva" },
  ],
  [
    "Imperva's refusal",
    { status: 403, text: page("", "Request unsuccessful. Incapsula incident ID: 1-2") },
    { kind: "block", by: "Imperva" },
  ],
  [
    "Imperva's interruption",
    { text: page("Pardon Our Interruption", "As you were browsing something made us think") },
    { kind: "block", by: "Imperva" },
  ],
  [
    "AWS WAF's challenge",
    { status: 202, headers: { "x-amzn-waf-action": "challenge" } },
    { kind: "challenge", by: "AWS WAF" },
  ],
  [
    "AWS WAF's captcha",
    { status: 405, headers: { "x-amzn-waf-action": "captcha" } },
    { kind: "captcha", by: "AWS WAF" },
  ],
  [
    "Sucuri's refusal",
    { status: 403, text: page("Sucuri WebSite Firewall - Access Denied", "Access Denied - Sucuri Website Firewall") },
    { kind: "block", by: "Sucuri" },
  ],
  [
    "Sucuri's challenge",
    { text: page("You are being redirected...", script("s='sucuri_cloudproxy_js='")) },
    { kind: "challenge", by: "Sucuri" },
  ],
  ["Kasada's header", { status: 429, headers: { "x-kpsdk-ct": "1" } }, { kind: "challenge", by: "Kasada" }],
  [
    "Kasada's page",
    { text: page("", `${script("window.KPSDK={};")}<script src="/149e9513/ips.js?KP_UIDz=1"></script>`) },
    { kind: "challenge", by: "Kasada" },
  ],
  [
    "Google's sorry page",
    { status: 429, url: "https://www.google.co.uk/sorry/index?continue=x" },
    { kind: "captcha", by: "Google" },
  ],
  [
    "Google's words",
    {
      text: page(
        "https://www.google.com/search",
        "Our systems have detected unusual traffic from your computer network. This page checks to see if it's really you.",
      ),
    },
    { kind: "captcha", by: "Google" },
  ],
  ["Google's consent", { url: "https://consent.google.com/ml?continue=x" }, { kind: "consent", by: "Google" }],
  ["YouTube's consent", { url: "https://consent.youtube.com/m?continue=x" }, { kind: "consent", by: "Google" }],
  ["LinkedIn's wall", { url: "https://www.linkedin.com/authwall?trk=x" }, { kind: "sign-in", by: "LinkedIn" }],
  ["LinkedIn's own status", { status: 999, url: "https://www.linkedin.com/in/x" }, { kind: "block", by: "LinkedIn" }],
  [
    "a page of nothing but reCAPTCHA",
    {
      text: page(
        "Security check",
        '<form>Please confirm that you are not a robot.<div class="g-recaptcha" data-sitekey="x"></div><input type="submit"></form>',
      ),
    },
    { kind: "captcha", by: "reCAPTCHA" },
  ],
  [
    "a page of nothing but reCAPTCHA with words of other walls",
    {
      text: page(
        "Are you a robot?",
        '<script src="https://www.google.com/recaptcha/api.js"></script><p>Please verify you are human</p><div class="g-recaptcha"></div>',
      ),
    },
    { kind: "captcha", by: "reCAPTCHA" },
  ],
  [
    "a wall of HUMAN Security",
    { text: page("Robot or human?", "Activate and hold the button.") },
    { kind: "captcha", by: "HUMAN Security" },
  ],
  [
    "a captcha of an image",
    {
      text: page(
        "Robot check",
        `<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're not a robot.</p><form><input type="hidden" name="to" value="/"><img alt="captcha" src="/c.jpg"><input name="captcha"><button>Go</button></form>`,
      ),
    },
    { kind: "captcha" },
  ],
  [
    "a captcha of an image in another language",
    {
      text: page(
        "Sicherheitsabfrage",
        '<p>Bitte geben Sie die Zeichen ein.</p><form><img src="/captcha.php?1"><input type="text" id="captcha_code"><input type="submit"></form>',
      ),
    },
    { kind: "captcha" },
  ],
  [
    "a page of nothing but hCaptcha",
    {
      text: page(
        "One more step",
        '<p>Complete the captcha to go on.</p><div class="h-captcha" data-sitekey="x"></div>',
      ),
    },
    { kind: "captcha", by: "hCaptcha" },
  ],
  [
    "a page of nothing but Turnstile",
    { text: page("Verify", '<p>Verifying you are human.</p><div class="cf-turnstile" data-sitekey="x"></div>') },
    { kind: "captcha", by: "Cloudflare" },
  ],
  [
    "F5's refusal",
    {
      text: page(
        "Request Rejected",
        "The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1",
      ),
    },
    { kind: "block", by: "F5" },
  ],
  [
    "Wordfence's refusal",
    {
      status: 503,
      text: page("Your access to this site has been limited", "Your access to this service has been limited."),
    },
    { kind: "block", by: "Wordfence" },
  ],
  [
    "ModSecurity's refusal",
    { status: 406, text: page("Not Acceptable!", "This error was generated by Mod_Security.") },
    { kind: "block", by: "ModSecurity" },
  ],
  [
    "Vercel's header",
    { status: 429, headers: { "x-vercel-mitigated": "challenge" } },
    { kind: "challenge", by: "Vercel" },
  ],
  [
    "Anubis' work to do",
    {
      text: page(
        "Making sure you're not a bot!",
        '<script id="anubis_challenge" type="application/json">{}</script>Loading...',
      ),
    },
    { kind: "challenge", by: "Anubis" },
  ],
  [
    "AWS WAF's page",
    { status: 202, text: page("", script("window.gokuProps={};AwsWafIntegration.saveReferrer()")) },
    { kind: "challenge", by: "AWS WAF" },
  ],
  ["Radware's captcha", { url: "https://validate.perfdrive.com/x?ssa=1" }, { kind: "captcha", by: "Radware" }],
  ["Yandex' captcha", { url: "https://yandex.com/showcaptcha?x=1" }, { kind: "captcha", by: "Yandex" }],
  ["too many requests", { status: 429, text: "slow down" }, { kind: "rate-limit" }],
  [
    "a wall of the site's own",
    { status: 403, text: page("Access denied", "Your IP has been blocked for suspicious activity.") },
    { kind: "block" },
  ],
  ["a captcha of the site's own", { status: 403, text: page("Hello", "Are you a robot?") }, { kind: "captcha" }],
  ["an answer that wants a password", { status: 401, text: "Unauthorized" }, { kind: "sign-in" }],
  [
    "a sign-in page that leads back",
    {
      url: "https://a.test/login?next=%2Fpage",
      text: page("Log in", '<form><input name="user"><input type="password"></form>'),
    },
    { kind: "sign-in" },
  ],
];

describe("a refusal", () => {
  it.each(refusals)("%s is recognized", (_name, answer, refusal) => {
    expect(judged(answer)).toEqual(refusal);
  });

  it("tags in upper case and marks in attributes of any quoting make no difference", () => {
    const text =
      "<HTML><TITLE>Just a moment...</TITLE><SCRIPT>window._cf_chl_opt={}</SCRIPT><SCRIPT SRC=/cdn-cgi/challenge-platform/x></SCRIPT>";
    expect(judged({ status: 403, text })).toEqual({ kind: "challenge", by: "Cloudflare" });
  });
});

describe("no refusal", () => {
  it.each<[string, Case]>([
    [
      "an article about captchas",
      {
        text: page(
          "How reCAPTCHA, hCaptcha and Cloudflare Turnstile work",
          prose(
            "A captcha asks: are you a robot? Access denied, says Cloudflare: Just a moment... unusual traffic from your computer network. Please verify you are human.",
          ),
        ),
      },
    ],
    [
      "an article with a captcha in its comment form",
      {
        text: page(
          "Bread",
          `${prose("Bread is made of flour.")}<form><textarea></textarea><div class="g-recaptcha" data-sitekey="x"></div></form>`,
        ),
      },
    ],
    [
      "a short contact page with a captcha",
      {
        text: page(
          "Contact",
          '<p>Write to us. Please verify you are human.</p><form><input type="email" name="mail"><div class="h-captcha" data-sitekey="x"></div></form>',
        ),
      },
    ],
    [
      "an article about captchas of images, with one",
      {
        text: page(
          "Captchas",
          `${prose("A captcha shows letters.")}<img alt="captcha" src="c.png"><form><input name="captcha"></form>`,
        ),
      },
    ],
    [
      "a short page about captchas with a picture and a search",
      { text: page("Captcha", '<p>A captcha shows letters.</p><img alt="A captcha"><form><input name="q"></form>') },
    ],
    [
      "a page with a contact form that has a captcha of an image",
      {
        text: page(
          "Contact",
          `<p>${"We answer within a day. ".repeat(20)}</p><form><input name="captcha"><img alt="captcha"></form>`,
        ),
      },
    ],
    [
      "a short contact form that has a captcha of an image",
      {
        text: page(
          "Contact",
          '<p>Write to us.</p><form><input name="mail"><textarea name="text"></textarea><img alt="captcha"><input name="captcha"></form>',
        ),
      },
    ],
    [
      "a short form with a captcha of an image",
      {
        text: page(
          "Newsletter",
          '<p>Write to us.</p><form><input name="mail"><img alt="captcha"><input name="captcha"></form>',
        ),
      },
    ],
    [
      "an application that loads an invisible captcha",
      {
        text: page(
          "App",
          '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="https://www.google.com/recaptcha/api.js?render=x"></script>',
        ),
      },
    ],
    [
      "a page that Cloudflare's script watches over",
      {
        headers: { server: "cloudflare" },
        text: page("Short", `<p>A short page.</p>${script("a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'")}`),
      },
    ],
    [
      "a page of a site that DataDome protects",
      { headers: { "x-datadome": "protected" }, text: page("Shop", prose("A shoe.")) },
    ],
    [
      "a long page with Imperva's script",
      { text: page("Bank", `<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>${prose("Money.")}`) },
    ],
    ["a page with HUMAN's script", { text: page("Shop", `${script("window._pxAppId='PX1'")}${prose("A shoe.")}`) }],
    [
      "an application that Imperva and AWS WAF protect",
      {
        text: page(
          "App",
          `<div id="root"></div><script src="/_Incapsula_Resource?SWJIYLWA=1"></script><script src="https://a.token.awswaf.com/a/challenge.js" defer></script>${script("x".repeat(3000))}`,
        ),
      },
    ],
    ["a page that is not there", { status: 404, text: page("Not found", "There is nothing here.") }],
    [
      "a page that may not be read",
      { status: 403, text: page("403 Forbidden", "<center><h1>403 Forbidden</h1></center><hr><center>nginx</center>") },
    ],
    [
      "a page that Apache may not read",
      {
        status: 403,
        text: page("403 Forbidden", "<h1>Forbidden</h1><p>You don't have permission to access this resource.</p>"),
      },
    ],
    [
      "a file that a store of files does not have",
      {
        status: 403,
        text: "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>",
      },
    ],
    ["a failing server", { status: 503, text: page("503", "Service Temporarily Unavailable") }],
    [
      "an article a site answers 403 with",
      { status: 403, text: page("Access denied: a film", prose("Access denied is a film of 1998.")) },
    ],
    [
      "a sign-in page that was asked for",
      { url: "https://a.test/login", text: page("Log in", '<input type="password">') },
    ],
    [
      "an article below a path of that name",
      {
        url: "https://a.test/blog/login?from=feed",
        text: page("Login", prose("How to log in. <input type=password>")),
      },
    ],
    ["an empty page", { text: "" }],
    ["bytes of no text", { text: "\u0000<\u0000<!--" }],
    [
      "a page whose text comes after half a megabyte of data",
      { text: page("Late", `${script("x".repeat(500_000))}<iframe src="/_Incapsula_Resource"></iframe>`) },
    ],
    ["an address that is none", { url: "nowhere", status: 403, text: "access denied" }],
  ])("%s", (_name, answer) => {
    expect(judged(answer)).toBeUndefined();
  });

  it("whatever an answer holds, it is judged without an error", () => {
    const pieces = fc.constantFrom(
      "<",
      "<!--",
      "-->",
      "<script>",
      "</script",
      "<title>",
      "</title>",
      ">",
      "&amp;",
      "&#x0;",
      "captcha ",
      "_Incapsula_Resource",
      "\u0000",
      "a",
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string())),
        fc.constantFrom(200, 401, 403, 429, 503),
        (parts, status) => {
          const refusal = judged({ status, text: parts.join("") });
          expect(refusal === undefined || refusal.kind.length > 0).toBe(true);
        },
      ),
    );
  });

  it.each(["<", "<script>", "<!--", "<title>", "&", "<a "])(
    "many %s take no long time",
    (piece) => {
      expect(judged({ text: piece.repeat(Math.ceil(390_000 / piece.length)) })).toBeUndefined();
    },
    5_000,
  );
});
