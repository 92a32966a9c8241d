/** The IANA name of the time zone this machine is set to. */
export function serverTimezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
