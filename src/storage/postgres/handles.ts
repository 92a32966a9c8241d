/** What this storage uses of a pool of connections; a `Pool` of pg fits. */
export interface PostgresPool {
  /** Where the most connections it makes can be seen, none is kept when that would leave nothing to work with. */
  readonly options?: { readonly max?: number | undefined };
  connect(): Promise<PostgresClient>;
  /** A pool without a listener ends the process when the server goes away. */
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

export interface PostgresClient {
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[] }>;
  /** With an error or `true` the connection is thrown away instead of being used again. */
  release(destroy?: Error | boolean): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "notification", listener: (notification: PostgresNotification) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
  off(event: "notification", listener: (notification: PostgresNotification) => void): unknown;
}

export interface PostgresQuery {
  /** A statement with a name is prepared once for each connection. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: unknown[];
}

export interface PostgresNotification {
  readonly channel: string;
  readonly payload?: string | undefined;
}
