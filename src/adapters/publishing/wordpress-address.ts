/** The address of a WordPress with a slash at its end, also where that of one of its doors was given. */
export function siteAddress(text: string): string {
  const url = new URL(text);
  url.search = "";
  url.hash = "";
  url.pathname = url.pathname.replace(
    /\/(?:xmlrpc\.php|wp-login\.php|wp-admin(?:\/.*)?|wp-json(?:\/.*)?|index\.php)$/,
    "/",
  );
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url.href;
}
