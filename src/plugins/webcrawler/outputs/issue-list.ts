import type { CsvFile } from "./csv.js";
import { ISSUE_TYPES, type IssueType } from "./issue-types.js";
import { type CrawlFacts, type Issue, issueRow } from "./issues.js";

/** Issues of one type that a report shows. */
const MOST_SHOWN = 20;

export interface IssueGroup {
  readonly type: IssueType;
  count: number;
  /** The first of them. */
  readonly examples: ReturnType<typeof issueRow>[];
}

/** Writes the table of issues, and keeps of each type the number and the first. */
export class IssueList {
  private readonly byType = new Map<IssueType, IssueGroup>();

  constructor(
    private readonly table: CsvFile,
    private readonly facts: CrawlFacts,
  ) {}

  async add(issue: Issue, page: number): Promise<void> {
    const row = issueRow(issue, page, this.facts);
    const { type, severity, url, detail, linkedFrom, inlinks } = row;
    const group = this.byType.get(type) ?? { type, count: 0, examples: [] };
    this.byType.set(type, group);
    group.count += 1;
    if (group.examples.length < MOST_SHOWN) group.examples.push(row);
    await this.table.add([type, severity, url, detail, linkedFrom.join(" "), inlinks]);
  }

  async end(): Promise<void> {
    await this.table.end();
  }

  /** In the order in which a report shows them. */
  groups(): readonly IssueGroup[] {
    return ISSUE_TYPES.map((type) => this.byType.get(type)).filter((group) => group !== undefined);
  }
}
