import { WITNESS, type ShippedProject } from "./shipped-project.ts";

/** Output of `npm audit --json`: a report, or the reason why there is none. */
export interface AuditAnswer {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  /** Answer of the registry, or what kept npm from asking it. */
  readonly message?: string;
  /** Error of npm itself, with a code when it came before the registry was asked. */
  readonly error?: { readonly code?: string; readonly summary?: string };
}

interface Vulnerability {
  /** Advisories, and the names of other packages with advisories. */
  readonly via: ReadonlyArray<string | Advisory>;
  /** Places of the affected packages in the lock file. */
  readonly nodes: readonly string[];
}

interface Advisory {
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

/** Result of an audit: lines to print, and whether it fails. */
export interface Judgement {
  readonly lines: readonly string[];
  readonly fails: boolean;
  /** Reason why nothing was audited. It is nobody's fault here, so the audit does not fail. */
  readonly unaudited?: string;
}

const FAILING = new Set(["high", "critical"]);

/** Judges an answer of npm by what we ship and the table of exceptions. Throws for an error of npm's own. */
export function judge(
  answer: AuditAnswer,
  { lock, shippedBy }: ShippedProject,
  exceptions: Readonly<Record<string, string>>,
): Judgement {
  const { auditReportVersion, vulnerabilities = {}, message, error } = answer;
  if (auditReportVersion === undefined) {
    if (error?.code !== undefined || !message) throw new Error(`npm audit: ${error?.summary ?? "no answer"}`);
    return unaudited(`the registry cannot be asked: ${message.split("\n", 1)[0]}`);
  }
  if (!(WITNESS.name in vulnerabilities)) {
    return unaudited(`the registry names no advisory, not even the known ones of ${WITNESS.name} ${WITNESS.version}`);
  }
  const found = Object.entries(vulnerabilities).flatMap(([name, { via, nodes }]) => {
    const versions = nodes.map((place) => lock.packages[place]?.version ?? "");
    const shipped = versions.filter((version) => shippedBy.has(`${name}@${version}`));
    if (shipped.length === 0) return [];
    const advisories = via.filter((each) => typeof each !== "string");
    return advisories.map((advisory) => ({ name, shipped, id: advisory.url.replace(/^.*\//, ""), advisory }));
  });
  const unused = Object.keys(exceptions).filter((id) => !found.some((each) => each.id === id));
  const failing = found.filter(
    ({ id, advisory: { severity } }) => FAILING.has(severity) && exceptions[id] === undefined,
  );
  const lines = found.map(({ id, name, shipped, advisory: { severity, range, title, url } }) => {
    const by = new Set(shipped.flatMap((version) => shippedBy.get(`${name}@${version}`) ?? []));
    const reason = exceptions[id] === undefined ? "" : ` Excepted: ${exceptions[id]}`;
    return `${severity}: ${name} ${shipped.join(", ")} (${range}), shipped by ${[...by].join(", ")}: ${title}. ${url}${reason}`;
  });
  return {
    lines: [
      ...lines,
      ...unused.map((id) => `The exception ${id} applies to nothing that we ship. Remove its row.`),
      `${shippedBy.size} packages that we ship: ${found.length} advisories, ${failing.length} of them fail the audit.`,
    ],
    fails: failing.length > 0 || unused.length > 0,
  };
}

function unaudited(reason: string): Judgement {
  const line = `NOT AUDITED: ${reason}. Whether a package that we ship has a known vulnerability is not known from this run.`;
  return { lines: [line], fails: false, unaudited: reason };
}
