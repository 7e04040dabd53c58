import { bodyOwnerOf } from "../../http/body/body-owner.ts";
import { readJsonBody } from "../../http/body/json-body.ts";
import { accessError, foundOr404, namedError } from "../../http/http-errors.ts";
import { isFromOwnPage } from "../../http/own-page.ts";
import { type ConnectionCircumstances, listConnections } from "../../playground/connections.ts";
import { MAX_RUN_BYTES, checkRunRequest } from "../../playground/run-request.ts";
import type { Caller } from "../routing/api-request.ts";
import { type Route, ownRoute } from "../routing/route.ts";

/** Playground, which this service alone has: it calls models for the page. */
export const playgroundRoutes: readonly Route[] = [
  /** Lists the connections, each with its models, and with what is missing when it cannot be used. Names no key. */
  ownRoute({ method: "GET", path: "/api/local/playground/connections", access: "project" }, async (request) => {
    const { service, projectId } = request;
    return {
      data: (await listConnections(service.records, projectId, await circumstancesOf(request))).map(
        ({ name, adapter, models, access }) => ({
          name,
          adapter,
          models,
          problem: "problem" in access ? access.problem : null,
        }),
      ),
    };
  }),

  /** Calls a model, and streams its answer as server-sent events. Only the page of this service may: every run costs money. */
  ownRoute({ method: "POST", path: "/api/local/playground/runs", access: "project" }, async (request) => {
    const { service, projectId, context, access } = request;
    const { incoming } = context.env;
    if (!isFromOwnPage(incoming, service.publicUrl))
      throw accessError(403, "Only the page of this service may run a model");
    const body = await readJsonBody(incoming, bodyOwnerOf(access), MAX_RUN_BYTES);
    checkRunRequest(body);
    const connections = await listConnections(service.records, projectId, await circumstancesOf(request));
    const chosen = foundOr404(
      connections.find(({ name }) => name === body.connection),
      "LLM connection",
      body.connection,
    );
    if ("problem" in chosen.access) throw namedError("InvalidRequestError", chosen.access.problem);
    const stream = service.playground.run(body, chosen.access, { projectId, publicKey: access?.publicKey ?? "" });
    return context.body(stream, 200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  }),
];

async function circumstancesOf({ service, context }: Caller): Promise<ConnectionCircumstances> {
  return { env: process.env, isLocal: await service.local.admits(context.env.incoming, "data") };
}
