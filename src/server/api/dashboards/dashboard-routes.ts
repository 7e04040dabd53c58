import { randomUUID } from "node:crypto";
import { invalidParameter, notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import { type Dashboard, type DashboardPlacement, dashboardWidgets, dashboards } from "../../stores/dashboards.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import type { ApiRequest, Route } from "../route.ts";

/** Dashboards and the placements on them. */
export const dashboardRoutes: readonly Route[] = [
  { operation: "unstable_dashboards_list", handle: list },
  { operation: "unstable_dashboards_create", handle: create },
  { operation: "unstable_dashboards_get", handle: read },
  { operation: "unstable_dashboards_update", handle: update },
  { operation: "unstable_dashboards_delete", handle: remove },
  { operation: "unstable_dashboards_addPlacement", handle: addPlacement },
  { operation: "unstable_dashboards_updatePlacement", handle: updatePlacement },
  { operation: "unstable_dashboards_deletePlacement", handle: removePlacement },
];

/** Size of a placement when the request gives none, in columns and rows. */
const DEFAULT_SIZE = { width: 6, height: 6 };

function list({ service, projectId, query }: ApiRequest): unknown {
  const { data, meta } = dashboards.page(service.records, projectId, readPage(query));
  return { data: data.map(answer), meta };
}

async function create({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const {
    name,
    description = "",
    definition = { widgets: [] },
    filters = [],
  } = body as Partial<Dashboard> & Pick<Dashboard, "name">;
  const dashboard = checked({ name, description, definition, filters });
  return answer(await dashboards.insert(service.records, projectId, dashboard));
}

function read({ service, projectId, params }: ApiRequest): unknown {
  const id = params["dashboardId"] ?? "";
  const found = dashboards.find(service.records, projectId, id);
  if (found === undefined) throw notFound("dashboard", id);
  return answer(found);
}

async function update({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const id = params["dashboardId"] ?? "";
  const given = body as Partial<Dashboard>;
  const changed = await dashboards.change(service.records, projectId, id, ({ content }) =>
    checked({
      name: given.name ?? content.name,
      description: given.description ?? content.description,
      definition: given.definition ?? content.definition,
      filters: given.filters ?? content.filters,
    }),
  );
  if (changed === undefined) throw notFound("dashboard", id);
  return answer(changed);
}

async function remove({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const id = params["dashboardId"] ?? "";
  if (!(await dashboards.remove(service.records, projectId, id))) throw notFound("dashboard", id);
  return { message: "Dashboard successfully deleted" };
}

async function addPlacement(request: ApiRequest): Promise<unknown> {
  const { service, projectId, body } = request;
  const given = body as Partial<DashboardPlacement> &
    ({ type: "widget"; widgetId: string } | { type: "preset"; presetId: string });
  if (given.type === "widget" && dashboardWidgets.find(service.records, projectId, given.widgetId) === undefined) {
    throw notFound("dashboard widget", given.widgetId);
  }
  const id = given.id ?? randomUUID();
  return changePlacements(request, id, (widgets) => {
    const below = Math.max(0, ...widgets.map(({ y, height }) => y + height));
    const place = { id, x: given.x ?? 0, y: given.y ?? below };
    const size = { width: given.width ?? DEFAULT_SIZE.width, height: given.height ?? DEFAULT_SIZE.height };
    const what =
      given.type === "widget"
        ? { type: given.type, widgetId: given.widgetId }
        : { type: given.type, presetId: given.presetId };
    return [...widgets, { ...what, ...place, ...size }];
  });
}

async function updatePlacement(request: ApiRequest): Promise<unknown> {
  const id = request.params["placementId"] ?? "";
  const { x, y, width, height } = request.body as Partial<DashboardPlacement>;
  return changePlacements(request, id, (widgets) => {
    const current = widgets.find((placement) => placement.id === id);
    if (current === undefined) throw notFound("placement", id);
    const moved: DashboardPlacement = {
      ...current,
      x: x ?? current.x,
      y: y ?? current.y,
      width: width ?? current.width,
      height: height ?? current.height,
    };
    return widgets.map((placement) => (placement === current ? moved : placement));
  });
}

async function removePlacement(request: ApiRequest): Promise<unknown> {
  const id = request.params["placementId"] ?? "";
  await changePlacements(request, id, (widgets) => {
    const left = widgets.filter((placement) => placement.id !== id);
    if (left.length === widgets.length) throw notFound("placement", id);
    return left;
  });
  return { message: "Placement successfully deleted" };
}

/**
 * Changes the placements of a dashboard. Returns the placement with this id after the change; undefined when it was removed.
 */
async function changePlacements(
  { service, projectId, params }: ApiRequest,
  id: string,
  change: (widgets: DashboardPlacement[]) => DashboardPlacement[],
): Promise<DashboardPlacement | undefined> {
  const dashboardId = params["dashboardId"] ?? "";
  const changed = await dashboards.change(service.records, projectId, dashboardId, ({ content }) =>
    checked({ ...content, definition: { ...content.definition, widgets: change(content.definition.widgets) } }),
  );
  if (changed === undefined) throw notFound("dashboard", dashboardId);
  return changed.content.definition.widgets.find((placement) => placement.id === id);
}

/** Returns the dashboard. Throws a 400 when two placements have the same id. */
function checked(dashboard: Dashboard): Dashboard {
  const seen = new Set<string>();
  for (const { id } of dashboard.definition.widgets) {
    if (seen.has(id)) throw invalidParameter("id", `two placements on the dashboard have the id ${id}`);
    seen.add(id);
  }
  return dashboard;
}

function answer({ id, content, ...times }: Document<Dashboard>): unknown {
  return { id, ...content, ...recordTimes(times) };
}
