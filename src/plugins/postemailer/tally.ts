/** What became of a message. */
export type Status = "sent" | "sent before" | "suppressed" | "test" | "dry run" | "failed" | "uncertain";

/** Counts what became of the messages of a run, those of earlier attempts at it included. */
export class Tally {
  private readonly byStatus = new Map<Status, number>();

  constructor(private readonly total: number) {}

  add(status: Status): void {
    this.byStatus.set(status, this.of(status) + 1);
  }

  get sent(): number {
    return this.of("sent") + this.of("test");
  }

  get handled(): number {
    return [...this.byStatus.values()].reduce((sum, count) => sum + count, 0);
  }

  get isAllFailed(): boolean {
    return this.handled === this.of("failed");
  }

  /** `Messages: 2 sent, 1 skipped, 0 failed, 0 uncertain, 3 left.` */
  get sentence(): string {
    const written = this.of("dry run");
    const parts = [
      written > 0 ? `${written} written` : `${this.sent} sent`,
      `${this.of("sent before") + this.of("suppressed")} skipped`,
      `${this.of("failed")} failed`,
      `${this.of("uncertain")} uncertain`,
    ];
    const left = this.total - this.handled;
    return `Messages: ${[...parts, ...(left > 0 ? [`${left} left`] : [])].join(", ")}.`;
  }

  private of(status: Status): number {
    return this.byStatus.get(status) ?? 0;
  }
}
