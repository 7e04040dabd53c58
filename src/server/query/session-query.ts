import { invalidParameter } from "../http/http-errors.ts";
import { type PageMeta, type PageRequest, readPage } from "../http/paging.ts";

/** Field of an observation by which traces form a group: the traces of a session, or those of a user. */
export type GroupField = "sessionId" | "userId";

/** Orders of a list of sessions or users: by the time of the latest observation, or the highest first. */
export const GROUP_ORDERS = ["latest", "traces", "tokens", "cost", "errors"] as const;

/** Order of a list of sessions or users. */
export type GroupOrder = (typeof GROUP_ORDERS)[number];

/** Query for sessions or users. */
export interface GroupQuery {
  readonly field: GroupField;
  /** Id of the one session or user to find; undefined for all. */
  readonly id: string | undefined;
  /** User whose sessions to find; undefined for those of all. */
  readonly userId: string | undefined;
  /** Text that the id contains; empty for any. */
  readonly search: string;
  readonly order: GroupOrder;
  readonly page: PageRequest;
}

/** Session or user with the totals of its traces. A trace counts as a whole when one of its observations names the group. */
export interface TraceGroup {
  readonly id: string;
  readonly traces: number;
  readonly observations: number;
  readonly errors: number;
  readonly tokens: number;
  /** USD. */
  readonly cost: number;
  /** Scores of the traces and their observations; for a session, also its own. */
  readonly scores: number;
  /** Number of users of a session, or of sessions of a user. */
  readonly others: number;
  /** First user of a session in the order of the alphabet, or session of a user; null when there is none. */
  readonly other: string | null;
  /** Start of the first observation, in milliseconds since 1970. */
  readonly firstTime: number;
  /** End of the last observation, in milliseconds since 1970. */
  readonly lastTime: number;
}

/** One page of sessions or users. */
export interface GroupPage {
  readonly data: readonly TraceGroup[];
  readonly meta: PageMeta;
}

/** Most sessions or users on a page. */
const MOST = 100;

/** Reads the parameters of a request for sessions or users. Throws a 400 that names the parameter that cannot be used. */
export function readGroupQuery(field: GroupField, given: Readonly<Record<string, readonly string[]>>): GroupQuery {
  const text = (name: string): string => given[name]?.[0] ?? "";
  const whole = (name: string, fallback: number, most: number): number => {
    const value = text(name) === "" ? fallback : Number(text(name));
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw invalidParameter(name, `an integer from 1 to ${most} is expected`);
  };
  const order = text("order") || "latest";
  if (!isOrder(order)) throw invalidParameter("order", `one of ${GROUP_ORDERS.join(", ")} is expected`);
  return {
    field,
    id: text("id") || undefined,
    userId: text("userId") || undefined,
    search: text("search"),
    order,
    page: readPage({ page: whole("page", 1, 1_000_000), limit: whole("limit", MOST, MOST) }),
  };
}

function isOrder(text: string): text is GroupOrder {
  return GROUP_ORDERS.some((order) => order === text);
}
