import type { ScimPatchRequest } from "@svc/core/api";
import { isObject } from "../../http/json.ts";
import { choosesItem } from "./scim-condition.ts";
import { type ScimFields, attributeName, isKept, readAttribute, readAttributes } from "./scim-fields.ts";
import { scimProblem } from "./scim-problem.ts";

/** Attribute, or one with a condition on its items and a part of them, such as `emails[type eq "work"].value`. */
const PATH = /^([\w:.$-]+)(?:\[([^[\]]*)\](\.\w+)?)?$/;

/**
 * Reads the operations of a PATCH, of which the later ones win. Changes of attributes that this service does not keep are left out, so that
 * they never hold back the end of a membership. Throws a 400 for an operation that cannot be done: then none is.
 */
export function readPatch({ Operations }: ScimPatchRequest): ScimFields {
  return Object.assign({}, ...Operations.map(readOperation)) as ScimFields;
}

function readOperation({ op, path, value }: ScimPatchRequest["Operations"][number]): ScimFields {
  const attribute = path === undefined || path === null ? undefined : attributeIn(path);
  switch (op.toLowerCase()) {
    case "add":
    case "replace":
      if (attribute !== undefined) return readAttribute(attribute, value);
      if (!isObject(value))
        throw scimProblem("invalidValue", "value: without a path, an object of attributes is expected");
      return readAttributes(value);
    case "remove":
      return remove(attribute);
    default:
      throw scimProblem("invalidSyntax", `op: ${JSON.stringify(op)} is none of add, replace and remove`);
  }
}

function attributeIn(path: string): string {
  const [, name, condition, part = ""] = PATH.exec(path) ?? [];
  if (name === undefined) throw scimProblem("invalidPath", `path: ${JSON.stringify(path)} names no attribute`);
  const attribute = attributeName(name);
  if (isKept(attribute) && !choosesItem(attribute, condition)) {
    const reason = `path: ${JSON.stringify(path)} has a condition that this service does not evaluate. Leave it out`;
    throw scimProblem("invalidPath", reason);
  }
  return attribute + part.toLowerCase();
}

function remove(attribute: string | undefined): ScimFields {
  if (attribute === undefined) throw scimProblem("noTarget", "path: a removal needs the attribute to remove");
  if (attribute === "externalid") return { externalId: null };
  if (!isKept(attribute)) return {};
  throw scimProblem("mutability", `path: ${attribute} cannot be removed. Replace its value`);
}
