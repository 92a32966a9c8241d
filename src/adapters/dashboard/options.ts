export interface DashboardOptions {
  /** Hides from the page everything that acts. Not a limit of security: whoever reaches the API can still call it. */
  readonly readOnly?: boolean;
}
