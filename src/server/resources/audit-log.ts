import type { Access, ProjectAccess } from "../http/access.ts";
import { isReading } from "../http/reading-methods.ts";
import { type Document, Documents } from "../storage/documents.ts";
import { LOCAL_ORGANIZATION } from "../storage/local-project.ts";
import type { ListedBehind, Records } from "../storage/records.ts";
import type { ScoreOutcome } from "./scores.ts";

/** Change that somebody made, or a sign-in that was refused. */
export interface Change {
  /** E-mail address of a person, or public key of a program. */
  actor: string;
  /** Role of a person; undefined for a program. */
  role?: string;
  method: string;
  /** Path of the request, without its query; of a score, its own path. */
  path: string;
  /** Outcome of a score that a person gave. */
  outcome?: "created" | "replaced";
  /** Reason why the request was refused; undefined for a change that was made. */
  refused?: string;
}

/** Request that may have changed something. */
export interface DoneRequest {
  readonly method: string;
  /** Path of its operation, as the API document has it. */
  readonly operation: string;
  readonly path: string;
}

/** Changes in projects, and those of projects, keys and members, whose organization can have the id of a project. */
const CHANGES = {
  project: new Documents<Change>("change"),
  organization: new Documents<Change>("organization-change"),
};

/**
 * Paths of operations by which applications send data, thousands a second. What they add is no change of a project. Scores of people
 * are noted one by one.
 */
const DATA = /^\/api\/public\/(?:otel|ingestion|media|scores|v2\/scores|feedback|dataset-run-items)(?:\/|$)/;

/** Log of the changes in each project and in the organization: who made which, and when. Nothing removes its entries. */
export class AuditLog {
  readonly #records: Records;
  readonly #log: (line: string) => void;

  constructor(records: Records, log: (line: string) => void) {
    this.#records = records;
    this.#log = log;
  }

  /** Adds a change that was made. A change that cannot be added is logged: it cannot be undone. */
  async note(access: Access, { method, operation, path }: DoneRequest): Promise<void> {
    if (isReading(method) || (method !== "DELETE" && DATA.test(operation))) return;
    await this.#add(access, { method, path });
  }

  /** Adds the scores that a person gave or replaced. Those of programs, which are many, are left out. */
  async noteScores(access: ProjectAccess, scores: ReadonlyArray<{ id: string; outcome: ScoreOutcome }>): Promise<void> {
    if (access.member === undefined) return;
    const changes = scores.flatMap(({ id, outcome }) =>
      outcome === "refused"
        ? []
        : [{ method: "POST", path: `/api/public/scores/${encodeURIComponent(id.toWellFormed())}`, outcome }],
    );
    await this.#add(access, ...changes);
  }

  /** Adds a sign-in that was refused to the changes of the organization, with the reason. `actor` is the e-mail address. */
  async noteRefusal(actor: string, path: string, refused: string): Promise<void> {
    try {
      const change = { actor, method: "GET", path, refused };
      await CHANGES.organization.insert(this.#records, LOCAL_ORGANIZATION.id, change);
    } catch (error) {
      this.#log(`the refused sign-in of ${actor} could not be written to the audit log: ${String(error)}`);
    }
  }

  /** Returns at most `limit` changes, the newest first, of the project or the organization of the access. */
  async list(
    access: Access,
    part: { limit: number; before: number | undefined },
  ): Promise<ListedBehind<Document<Change>>> {
    const { changes, id } = placeOf(access);
    return changes.pageBefore(this.#records, id, part);
  }

  async #add(access: Access, ...added: Array<Pick<Change, "method" | "path" | "outcome">>): Promise<void> {
    const member = access.level === "organization" ? undefined : access.member;
    const actor = member?.email ?? access.publicKey ?? "";
    try {
      const { changes, id } = placeOf(access);
      const contents = added.map((change) => ({ actor, ...(member && { role: member.role }), ...change }));
      await this.#records.write(contents.map((content) => changes.insertion(id, content).statement));
    } catch (error) {
      const what = added.map(({ method, path }) => `${method} ${path}`).join(", ");
      this.#log(`${what} by ${actor} could not be written to the audit log: ${String(error)}`);
    }
  }
}

function placeOf(access: Access): { changes: Documents<Change>; id: string } {
  return access.level === "organization"
    ? { changes: CHANGES.organization, id: LOCAL_ORGANIZATION.id }
    : { changes: CHANGES.project, id: access.projectId };
}
