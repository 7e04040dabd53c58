import { foundOr404 } from "../../http/http-errors.ts";
import { givenText } from "../../http/request-validation.ts";
import type { Document } from "../../storage/documents.ts";
import type { Records } from "../../storage/records.ts";
import {
  type User,
  addressesOf,
  changeUser,
  findKnownUser,
  findUser,
  insertUser,
  listUsers,
  sessionNumberOf,
  withoutMembership,
} from "../../resources/users.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route } from "../routing/route.ts";
import { onConflict } from "../write-conflict.ts";
import { type ScimFields, readAttributes } from "./scim-fields.ts";
import { readFilter } from "./scim-filter.ts";
import { MAX_RESULTS, SCHEMA, SCIM_PATH } from "./scim-names.ts";
import { readPatch } from "./scim-patch.ts";
import { nameTaken, scimProblem } from "./scim-problem.ts";
import { isShown, scimUser, withFields } from "./scim-user.ts";

/** Users of SCIM (RFC 7644): an identity provider adds, changes, deactivates and removes the members of the organization. */
export const scimRoutes: readonly Route[] = [
  route("scim_listUsers", async ({ service, query }) => {
    const filter = givenText(query.filter);
    const isMeant = filter === undefined ? () => true : readFilter(filter);
    const found = (await listUsers(service.records)).filter((user) => isShown(user.content) && isMeant(user));
    const first = Math.max(1, query.startIndex);
    const count = Math.min(Math.max(0, query.count), MAX_RESULTS);
    const items = found.slice(first - 1, first - 1 + count);
    return {
      schemas: [SCHEMA.list],
      totalResults: found.length,
      startIndex: first,
      itemsPerPage: items.length,
      Resources: items.map(scimUser),
    };
  }),

  /** Makes a user a member of the organization. A former member becomes a member again, with an account of today. */
  route("scim_createUser", async ({ service, body, context }) => {
    const fields = readAttributes(body);
    const made = scimUser(await createUser(service.records, fields));
    context.header("Location", `${SCIM_PATH}/Users/${made.id}`);
    return new Answer(201, made);
  }),

  route("scim_getUser", async ({ service, params: { userId } }) => scimUser(await shownUser(service.records, userId))),

  route("scim_replaceUser", async ({ service, params: { userId }, body }) =>
    scimUser(await change(service.records, userId, readAttributes(body))),
  ),

  route("scim_patchUser", async ({ service, params: { userId }, body }) =>
    scimUser(await change(service.records, userId, readPatch(body))),
  ),

  route("scim_deleteUser", async ({ service, params: { userId } }) => {
    await shownUser(service.records, userId);
    await changeUser(service.records, userId, withoutMembership);
    return new Answer(204);
  }),
];

async function createUser(records: Records, fields: ScimFields): Promise<Document<User>> {
  const { userName } = fields;
  if (userName === undefined) throw scimProblem("invalidValue", "userName: an e-mail address is expected");
  const known = await findKnownUser(records, userName);
  const fresh = { userName, name: userName, role: null, projectRoles: {} };
  if (known === undefined) {
    return onConflict(insertUser(records, withFields(fresh, { isActive: true, ...fields })), () => nameTaken(userName));
  }
  const made = await changeUser(records, known.id, (user) => {
    if (isShown(user)) throw nameTaken(userName);
    // Sessions from before stay ended, and the addresses of earlier accounts known.
    const kept = { sessionNumber: sessionNumberOf(user), addresses: addressesOf(user) };
    return withFields({ ...fresh, ...kept }, { isActive: true, ...fields });
  });
  return foundOr404(made, "user", userName);
}

async function change(records: Records, userId: string, fields: ScimFields): Promise<Document<User>> {
  const { id } = await shownUser(records, userId);
  const { userName } = fields;
  const other = userName === undefined ? undefined : await findKnownUser(records, userName);
  if (userName !== undefined && other !== undefined && other.id !== id) throw nameTaken(userName);
  const changed = await changeUser(records, id, (user) => {
    foundOr404(isShown(user) || undefined, "user", userId);
    return withFields(user, fields);
  });
  return foundOr404(changed, "user", userId);
}

async function shownUser(records: Records, userId: string): Promise<Document<User>> {
  const found = await findUser(records, userId);
  return foundOr404(found && isShown(found.content) ? found : undefined, "user", userId);
}
