import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { parse } from "hono/utils/cookie";
import type { SignedInMember } from "../http/access.ts";
import { HttpError, accessError, namedError } from "../http/http-errors.ts";
import type { Document } from "../storage/documents.ts";
import type { Records } from "../storage/records.ts";
import type { AuditLog } from "../resources/audit-log.ts";
import { findProject } from "../resources/projects.ts";
import {
  type Member,
  type User,
  changeUser,
  findKnownUser,
  findMember,
  roleInProject,
  sessionNumberOf,
  withoutSessions,
} from "../resources/users.ts";
import { admit } from "./admission.ts";
import type { Identity } from "./claimed-identity.ts";
import { type Attempt, CALLBACK_PATH, type IdentityProvider } from "./identity-provider.ts";
import { Seal } from "./seal.ts";
import { SIGN_IN_VARIABLES } from "./sign-in-settings.ts";

/** Cookie that the service gives a browser. */
export interface GivenCookie {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
}

/** Attempt to sign in, and the page of this service that it leads to. */
interface KeptAttempt extends Attempt {
  readonly to: string;
}

/** Content of a session. Those that were made before sessions had numbers are of the first. */
interface Session {
  readonly userId: string;
  readonly number?: number;
}

/** Names of the cookies. */
interface CookieNames {
  /** Cookie of a person who is signed in. */
  readonly session: string;
  /** Cookie of a browser on its way to the identity provider and back. */
  readonly attempt: string;
}

/** Seconds that a session lasts. Memberships are read with each request, so that their end is the end of the session, too. */
export const SESSION_SECONDS: number = 8 * 60 * 60;

const ATTEMPT_SECONDS = 10 * 60;

/** Sign-in of people, whose roles the service keeps as memberships of the organization. */
export class SignIn {
  readonly #records: Records;
  readonly #provider: IdentityProvider;
  readonly #seal: Seal;
  readonly #auditLog: AuditLog;
  readonly #log: (line: string) => void;
  readonly cookies: CookieNames;

  constructor(provider: IdentityProvider, records: Records, auditLog: AuditLog, log: (line: string) => void) {
    const { sessionSecret } = provider.settings;
    this.#records = records;
    this.#auditLog = auditLog;
    this.#log = log;
    this.#provider = provider;
    this.cookies = cookieNames(provider.settings.publicUrl);
    if (sessionSecret === undefined) {
      log(
        `${SIGN_IN_VARIABLES.sessionSecret} is not set: people sign in again after each start, and a second process does not ` +
          "know their sessions",
      );
    }
    this.#seal = new Seal(sessionSecret ?? randomBytes(32).toString("base64"));
  }

  /** Address at which browsers reach this service, without a path. */
  get publicUrl(): string {
    return this.#provider.settings.publicUrl;
  }

  /** Begins to sign in. `to` is the path of the page to show afterwards. Rejects with a 503 while the provider cannot be reached. */
  async begin(to: string): Promise<{ address: string; cookie: GivenCookie }> {
    try {
      const { address, attempt } = await this.#provider.begin();
      const kept: KeptAttempt = { ...attempt, to };
      const value = this.#seal.seal("sign-in", kept, ATTEMPT_SECONDS);
      return { address: address.href, cookie: { name: this.cookies.attempt, value, seconds: ATTEMPT_SECONDS } };
    } catch (error) {
      this.#sayFault("the identity provider cannot be reached", error);
      throw namedError("ServiceUnavailableError", "The identity provider cannot be reached now. Try again later");
    }
  }

  /** Ends the sign-in. Returns the session and the page to show. Rejects with a 403 that says why somebody is not let in. */
  async finish(request: IncomingMessage, query: string): Promise<{ to: string; cookie: GivenCookie }> {
    const attempt = this.#seal.open("sign-in", cookieOf(request, this.cookies.attempt)) as KeptAttempt | undefined;
    if (attempt === undefined) {
      throw accessError(403, "The sign-in was begun in another browser, or more than ten minutes ago. Begin again");
    }
    const identity = await this.#provider.finish(query, attempt).catch((error: unknown) => {
      this.#sayFault("the answer of the identity provider cannot be used", error);
      throw accessError(403, "The identity provider did not sign you in. The log of the service says why");
    });
    const member = await this.#admit(identity);
    const session: Session = { userId: member.id, number: sessionNumberOf(member.content) };
    const value = this.#seal.seal("session", session, SESSION_SECONDS);
    return { to: attempt.to, cookie: { name: this.cookies.session, value, seconds: SESSION_SECONDS } };
  }

  /**
   * Returns the person whose session a request has, with the role in the project; undefined without a session, and for a membership that
   * has ended. Rejects with a 403 for a project that does not exist.
   */
  async memberIn(request: IncomingMessage, projectId: string): Promise<SignedInMember | undefined> {
    const member = await this.#memberOf(request);
    if (member === undefined) return undefined;
    if ((await findProject(this.#records, projectId)) === undefined) {
      throw accessError(403, `There is no project ${projectId} that ${member.content.userName} may open`);
    }
    return { id: member.id, email: member.content.userName, role: roleInProject(member.content, projectId) };
  }

  /** Returns the address that ends the session at the provider; that of the start page where the provider has none. */
  async endAddress(): Promise<string> {
    const address = await this.#provider.endAddress().catch(() => undefined);
    return address?.href ?? "/";
  }

  /**
   * Ends every session of the person whose session a request has, in all browsers. Resolves to false, and does nothing, without a
   * session.
   */
  async endSessions(request: IncomingMessage): Promise<boolean> {
    const member = await this.#memberOf(request);
    if (member === undefined) return false;
    await changeUser(this.#records, member.id, withoutSessions);
    return true;
  }

  async #memberOf(request: IncomingMessage): Promise<Document<Member> | undefined> {
    const session = this.#seal.open("session", cookieOf(request, this.cookies.session)) as Session | undefined;
    const member = session && (await findMember(this.#records, session.userId));
    return member !== undefined && sessionNumberOf(member.content) === (session?.number ?? 0) ? member : undefined;
  }

  /** Lets a person in. Somebody whom the service knows and does not let in is an entry of the audit log. */
  async #admit(identity: Identity): Promise<Document<User>> {
    try {
      return await admit(this.#records, this.#provider.settings, identity);
    } catch (error) {
      const { email } = identity;
      if (error instanceof HttpError && (await findKnownUser(this.#records, email)) !== undefined) {
        await this.#auditLog.noteRefusal(email, CALLBACK_PATH, String(error.body["message"]));
      }
      throw error;
    }
  }

  /** Logs what failed: a browser is not told what lies behind this service. */
  #sayFault(what: string, error: unknown): void {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    this.#log(`sign-in: ${what}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
  }
}

/** Returns the names of the cookies. Browsers accept a name with `__Host-` over https only, and from no other host, such as another of the domain. */
function cookieNames(publicUrl: string): CookieNames {
  const prefix = publicUrl.startsWith("https:") ? "__Host-" : "";
  return { session: `${prefix}svc_session`, attempt: `${prefix}svc_sign_in` };
}

function cookieOf({ headers }: IncomingMessage, name: string): string {
  return parse(headers.cookie ?? "", name)[name] ?? "";
}
