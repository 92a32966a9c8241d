import { badField, givenLines } from "../../../engines/pages/fields.js";
import { type OptionProblem, shown } from "../../../kernel/index.js";
import { problemsInLines } from "../checks.js";
import { blockedDomains } from "../download/domain-filter.js";

/** More make queries that engines cut off. */
const MOST_ASKED = 10;

interface DomainFields {
  readonly includeDomainsFile: readonly string[];
  readonly excludeDomainsFile: readonly string[];
}

/** Whether an address is of the wanted domains. */
export function wantedDomains({ includeDomainsFile, excludeDomainsFile }: DomainFields): (url: string) => boolean {
  const isIncluded = blockedDomains(includeDomainsFile);
  const isExcluded = blockedDomains(excludeDomainsFile);
  const takesAll = named(includeDomainsFile).length === 0;
  return (url) => (takesAll || isIncluded(url)) && !isExcluded(url);
}

/** Those that an engine is asked for; the others are left out of what it answers. */
export function askedDomains({ includeDomainsFile, excludeDomainsFile }: DomainFields) {
  const included = named(includeDomainsFile);
  return {
    includeDomains: included.length > MOST_ASKED ? [] : included,
    excludeDomains: named(excludeDomainsFile).slice(0, MOST_ASKED),
  };
}

/** What is wrong with the lists of domains. */
export async function domainProblems(options: DomainFields): Promise<OptionProblem[]> {
  const ofField = (field: keyof DomainFields) =>
    problemsInLines(options[field], (lines) => {
      for (const line of named(lines)) refuseNoDomain(line, field);
    });
  return [...(await ofField("includeDomainsFile")), ...(await ofField("excludeDomainsFile"))];
}

function named(lines: readonly string[]): string[] {
  return givenLines(lines).filter((line) => !line.startsWith("#"));
}

function refuseNoDomain(line: string, field: string): void {
  const text = line.replace(/^\*?\./, "");
  if (URL.canParse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)) return;
  throw badField(field, `"${shown(line)}" in ${field} names no domain. Write one such as example.com.`);
}
