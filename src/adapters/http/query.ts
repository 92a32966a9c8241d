/** The parameters of a request's query, which keeps account of those that a call reads. */
export class Query extends URLSearchParams {
  private readonly read = new Set<string>();

  override get(name: string): string | null {
    this.read.add(name);
    return super.get(name);
  }

  override has(name: string): boolean {
    this.read.add(name);
    return super.has(name);
  }

  /** Notes on the parameters that the call has not read, once it has read all it does. */
  async notes(): Promise<readonly string[]> {
    if (this.size === 0) return [];
    // The guard reads the key.
    const unread = [...new Set(this.keys())].filter((name) => !this.read.has(name) && name !== "apikey");
    if (unread.length === 0) return [];
    const { unreadNotes } = await import("./unread.js");
    return unreadNotes(unread, [...this.read], "query");
  }
}
