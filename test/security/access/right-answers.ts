// The one right answer to every caller: from whom the credentials name, the way that the request came, and whom the route lets in.
import type { Right } from "./route-rights.ts";

/** Roles of people, the lowest first. */
const ROLES = ["VIEWER", "MEMBER", "ADMIN", "OWNER"] as const;

/** Role of a person who is signed in. */
export type Role = (typeof ROLES)[number];

/** Whom the credentials of a request name. */
export type Identity =
  | "nobody"
  /** A key that does not exist, or no longer. */
  | "unknown key"
  | "well-known pair"
  | "well-known public key"
  | "pair"
  | "pair of another project"
  | "public key"
  | "organization"
  | Role;

/** Way on which a request came. */
export interface Way {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True when the request came from the machine of the service, to it by a loopback name, and nothing forwarded it. */
  readonly isDirect: boolean;
  /** Page whose script sent the request; undefined for a program. */
  readonly page?: "own" | "of this machine" | "of another site";
}

export interface Call {
  readonly right: Right;
  /**
   * `api`: the address for programs. `page`: the pages, and the API below the path of a project. `entry`: as `page`, for the project of whoever
   * comes in. `collector`: the port that takes exports as a collector does, without keys on the machine of the service.
   */
  readonly door: "api" | "page" | "entry" | "collector";
  readonly isChange: boolean;
  readonly identity: Identity;
  readonly way: Way;
}

/** Way in which the service was started. */
export interface SetUp {
  /** True when the pair that everyone knows, and the page without keys, are on for the machine of the service. */
  readonly isOpenLocally: boolean;
  readonly hasSignIn: boolean;
}

/** `in`, or the status of the refusal; with the reason. */
export type RightAnswer = readonly [answer: "in" | 401 | 403 | 404, because: string];

export function rightAnswer(call: Call, setUp: SetUp): RightAnswer {
  const { right, way } = call;
  if (right === "everyone") return ["in", "the answer has nothing of a project"];
  if (right === "signed address") return [403, "only the signature of the address counts, whatever the keys"];
  if ((right === "begun sign-in" || right === "own page") && !setUp.hasSignIn) return [404, "nobody signs in here"];
  if (right === "begun sign-in") return [403, "no sign-in was begun in this browser"];
  if (right === "own page") return way.page === "own" ? ["in", "its own page asks"] : [403, "no page of its own asks"];
  const isForPrograms = call.door === "api" || call.door === "collector";
  const known = isForPrograms ? atApi(call, setUp) : atPage(call, setUp);
  if (known[0] !== "in" || isForPrograms) return known;
  if (call.isChange && way.page !== "own") return [403, "only the page of the service changes something here"];
  return known;
}

/**
 * Returns true for a request to a service of one machine by what needs no keys there: programs, and the page of the service. Other pages of the
 * machine only send, with the public key. The port of a collector is another origin, and has no page.
 */
function isOfThisMachine({ right, door, identity, way }: Call, { isOpenLocally }: SetUp): boolean {
  if (!isOpenLocally || !way.isDirect) return false;
  const isSending = right === "sender" && identity === "well-known public key";
  return (
    way.page === undefined ||
    (way.page === "own" && door !== "collector") ||
    (way.page === "of this machine" && isSending)
  );
}

function atApi(call: Call, setUp: SetUp): RightAnswer {
  const { right, door, identity, way } = call;
  if (identity === "nobody") {
    return door === "collector" && isOfThisMachine(call, setUp)
      ? ["in", "a collector on this machine takes no keys"]
      : [401, "nobody is named"];
  }
  if (isRole(identity)) return [401, "a session is one of the pages"];
  if (identity === "unknown key") return [401, "there is no such key"];
  if (identity.startsWith("well-known") && !isOfThisMachine(call, setUp)) return [403, "everyone knows the key"];
  if (identity === "organization") {
    return right === "organization" ? ["in", "its key pair"] : [403, "the organization has no data of projects"];
  }
  if (right === "organization") return [403, "keys of a project do not manage the organization"];
  if (identity.endsWith("public key") && right !== "sender") return [403, "the public key only sends scores"];
  if (right === "run" && way.page !== "own") return [403, "only the page of the service runs a model"];
  return ["in", "the keys are those of a project"];
}

function atPage(call: Call, setUp: SetUp): RightAnswer {
  const { right, door, identity } = call;
  const isOpen = isOfThisMachine(call, setUp);
  if (isRole(identity)) {
    if (right === "agent") return [401, "a session is one of the pages"];
    return includes(identity, right) ? ["in", "the role suffices"] : [403, "the role does not suffice"];
  }
  if (identity === "nobody") {
    return isOpen ? ["in", "the page on this machine needs no keys"] : [401, "nobody is named"];
  }
  if (identity === "unknown key") return [401, "there is no such key"];
  if (identity === "well-known pair") return isOpen ? ["in", "as without keys"] : [403, "everyone knows the key"];
  if (identity === "pair of another project" && door !== "entry") {
    return [401, "the answer is that for a project that does not exist"];
  }
  return identity.startsWith("pair") ? ["in", "a key pair of the project"] : [403, "not a key pair of a project"];
}

function isRole(identity: Identity): identity is Role {
  return ROLES.some((role) => role === identity);
}

function includes(role: Role, right: Right): boolean {
  const needed = right === "VIEWER" || right === "ADMIN" ? right : "MEMBER";
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
