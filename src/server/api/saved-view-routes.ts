import { bodyOwnerOf } from "../http/body/body-owner.ts";
import { readJsonBody } from "../http/body/json-body.ts";
import { namedError, notFound } from "../http/http-errors.ts";
import { bodyCheck } from "../http/request-validation.ts";
import { type SavedView, savedViews } from "../resources/saved-views.ts";
import type { Document } from "../storage/documents.ts";
import type { Records } from "../storage/records.ts";
import { retryOnConflict } from "../storage/retry-on-conflict.ts";
import { type Route, ownRoute } from "./routing/route.ts";

/** Most views of a project. */
const MOST = 200;

const checkView: (body: unknown) => asserts body is SavedView = bodyCheck({
  type: "object",
  properties: {
    name: { type: "string", format: "name", pattern: "\\S", maxLength: 100 },
    address: { type: "string", format: "name", maxLength: 10_000 },
  },
  required: ["name", "address"],
  additionalProperties: false,
});

/** Views of the list of traces, which this service alone has. */
export const savedViewRoutes: readonly Route[] = [
  /** Lists the views, in the order of their names. */
  ownRoute({ method: "GET", path: "/api/local/views", access: "project" }, async ({ service, projectId }) => {
    const views = await savedViews.all(service.records, projectId);
    return { data: views.map(answerOf).toSorted((one, other) => one.name.localeCompare(other.name, "en")) };
  }),

  /** Stores a view. Replaces the one with its name. */
  ownRoute(
    { method: "POST", path: "/api/local/views", access: "project" },
    async ({ service, projectId, context, access }) => {
      const body = await readJsonBody(context.env.incoming, bodyOwnerOf(access));
      checkView(body);
      return answerOf(await store(service.records, projectId, { name: body.name.trim(), address: body.address }));
    },
  ),

  ownRoute(
    { method: "DELETE", path: "/api/local/views/:viewId", access: "project" },
    async ({ service, projectId, params: { viewId } }) => {
      if (!(await savedViews.remove(service.records, projectId, viewId))) throw notFound("view", viewId);
      return { message: "View successfully deleted" };
    },
  ),
];

async function store(records: Records, projectId: string, view: SavedView): Promise<Document<SavedView>> {
  return retryOnConflict(async () => {
    const known = await savedViews.findByKey(records, projectId, view.name);
    const changed = known && (await savedViews.change(records, projectId, known.id, () => view));
    if (changed !== undefined) return changed;
    if ((await savedViews.keys(records, projectId)).size >= MOST) {
      throw namedError("InvalidRequestError", `A project has at most ${MOST} views: delete one first`);
    }
    return savedViews.insert(records, projectId, view);
  });
}

function answerOf({ id, content: { name, address } }: Document<SavedView>): SavedView & { readonly id: string } {
  return { id, name, address };
}
