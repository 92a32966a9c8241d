/** The command line of a browser that reaches nothing but our proxy and keeps nothing outside its profile. */
export function flagsOf(options: {
  readonly profile: string;
  readonly proxyPort: number;
  readonly sandbox: boolean;
  readonly pageMemoryMb: number;
}): string[] {
  return [
    "--headless",
    "--remote-debugging-pipe",
    "--no-startup-window",
    `--user-data-dir=${options.profile}`,
    ...(options.sandbox ? [] : ["--no-sandbox"]),
    // Without the second, addresses of this machine are asked for without the proxy.
    `--proxy-server=http://127.0.0.1:${options.proxyPort}`,
    "--proxy-bypass-list=<-loopback>",
    // Whatever would go past the proxy finds no address to go to.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-field-trial-config",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--no-pings",
    "--metrics-recording-only",
    "--disable-search-engine-choice-screen",
    "--password-store=basic",
    "--use-mock-keychain",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--noerrdialogs",
    "--deny-permission-prompts",
    "--disable-notifications",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-hang-monitor",
    "--disable-back-forward-cache",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
    `--disable-features=${UNUSED.join(",")}`,
    `--js-flags=--max-old-space-size=${options.pageMemoryMb}`,
  ];
}

const UNUSED = [
  "AcceptCHFrame",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "InterestFeedContentSuggestions",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "Prerender2",
  "Translate",
];
