import type { CreateDatasetRequest } from "@svc/core/api";
import { expectTypeOf, it } from "vitest";
import { Answer } from "../../src/server/api/routing/answer.ts";
import { type Route, ownRoute, rawRoute, route } from "../../src/server/api/routing/route.ts";

it("gives a handler the path, query and body of its operation", () => {
  route("annotationQueues_listQueueItems", ({ params, query, body }) => {
    expectTypeOf(params).toEqualTypeOf<{ queueId: string }>();
    expectTypeOf(query).toEqualTypeOf<{ status?: "PENDING" | "COMPLETED"; page: number; limit: number }>();
    expectTypeOf(body).toEqualTypeOf<undefined>();
    return new Response();
  });
  route("datasets_create", ({ body }) => {
    expectTypeOf(body).toEqualTypeOf<CreateDatasetRequest>();
    return new Response();
  });
  rawRoute("scores_create", ({ body }) => {
    expectTypeOf(body).toEqualTypeOf<undefined>();
    return new Response();
  });
  ownRoute({ method: "GET", path: "/media/:projectId/:mediaId", access: "none" }, ({ params }) => {
    expectTypeOf(params).toEqualTypeOf<Record<"projectId", string> & Record<"mediaId", string>>();
    return new Response();
  });
});

it("refuses what the document does not have", () => {
  // @ts-expect-error There is no such operation.
  route("scores_forget", () => new Response());
  // @ts-expect-error The path of the operation has another parameter.
  route("scores_delete", ({ params }) => ({ message: params.id }));
  // @ts-expect-error The answer of the operation has another field.
  route("scores_delete", () => ({ deleted: true }));
  // @ts-expect-error The answer of the operation has another field, with any status.
  route("scores_delete", () => new Answer(202, { deleted: true }));
  expectTypeOf(route("scores_delete", () => new Answer(202, { message: "Accepted" }))).toEqualTypeOf<Route>();
});
