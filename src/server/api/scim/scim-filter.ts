import { isSameUserName } from "../../resources/user-name.ts";
import type { Document } from "../../storage/documents.ts";
import type { User } from "../../resources/users.ts";
import { choosesItem } from "./scim-condition.ts";
import { attributeName } from "./scim-fields.ts";
import { scimProblem } from "./scim-problem.ts";

type Condition = (user: Document<User>) => boolean;

/** Attributes that a filter can compare. */
const COMPARISONS: Readonly<Record<string, (text: string) => Condition>> = {
  username: (text) => (user) => isSameUserName(user.content.userName, text),
  "emails.value": (text) => (user) => isSameUserName(user.content.userName, text),
  externalid: (text) => (user) => user.content.externalId === text,
  id: (text) => (user) => user.id === text,
};

/** Attribute, with or without a condition on its items, and a JSON text. */
const FILTER = /^\s*([\w:.$-]+)(?:\[([^[\]]*)\](\.\w+))?\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/** Reads a filter of a list of users. Throws a 400 for one that this service does not have. */
export function readFilter(filter: string): Condition {
  const [, given = "", condition, part = "", text = ""] = FILTER.exec(filter) ?? [];
  const attribute = attributeName(given);
  const name = attribute + part.toLowerCase();
  const isKnown = Object.hasOwn(COMPARISONS, name) && choosesItem(attribute, condition);
  const compare = isKnown ? COMPARISONS[name] : undefined;
  if (compare === undefined) {
    throw scimProblem(
      "invalidFilter",
      `filter: ${JSON.stringify(filter.slice(0, 100))} is not supported. Write userName eq "…", externalId eq "…", id eq "…" or ` +
        'emails[type eq "work"].value eq "…"',
    );
  }
  return compare(textOf(text));
}

function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    // A backslash before any other sign stands for that sign.
    return json.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  }
}
