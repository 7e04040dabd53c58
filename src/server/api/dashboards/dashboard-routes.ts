import { randomUUID } from "node:crypto";
import { foundOr404, invalidParameter, notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import type { Records } from "../../storage/records.ts";
import { type Dashboard, type DashboardPlacement, dashboardWidgets, dashboards } from "../../resources/dashboards.ts";
import { documentAnswer } from "../document-answer.ts";
import { pageAnswer } from "../list-answer.ts";
import { type Route, route } from "../routing/route.ts";

/** Dashboards and the placements on them. */
export const dashboardRoutes: readonly Route[] = [
  route("unstable_dashboards_list", async ({ service, projectId, query }) => {
    const page = readPage(query);
    return pageAnswer(page, await dashboards.page(service.records, projectId, page), documentAnswer);
  }),

  route("unstable_dashboards_create", async ({ service, projectId, body }) => {
    const { name, description = "", definition = { widgets: [] }, filters = [] } = body;
    const dashboard = checkDashboard({ name, description, definition, filters });
    return documentAnswer(await dashboards.insert(service.records, projectId, dashboard));
  }),

  route("unstable_dashboards_get", async ({ service, projectId, params: { dashboardId } }) =>
    documentAnswer(
      foundOr404(await dashboards.find(service.records, projectId, dashboardId), "dashboard", dashboardId),
    ),
  ),

  route("unstable_dashboards_update", async ({ service, projectId, params: { dashboardId }, body }) => {
    const changed = await dashboards.change(service.records, projectId, dashboardId, ({ content }) =>
      checkDashboard({
        name: body.name ?? content.name,
        description: body.description ?? content.description,
        definition: body.definition ?? content.definition,
        filters: body.filters ?? content.filters,
      }),
    );
    return documentAnswer(foundOr404(changed, "dashboard", dashboardId));
  }),

  route("unstable_dashboards_delete", async ({ service, projectId, params: { dashboardId } }) => {
    if (!(await dashboards.remove(service.records, projectId, dashboardId))) throw notFound("dashboard", dashboardId);
    return { message: "Dashboard successfully deleted" };
  }),

  route("unstable_dashboards_addPlacement", async ({ service, projectId, params: { dashboardId }, body }) => {
    const { records } = service;
    if (body.type === "widget") {
      foundOr404(await dashboardWidgets.find(records, projectId, body.widgetId), "dashboard widget", body.widgetId);
    }
    const id = body.id ?? randomUUID();
    const widgets = await changePlacements(records, projectId, dashboardId, (current) => {
      const below = Math.max(0, ...current.map(({ y, height }) => y + height));
      const { x = 0, y = below, width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height } = body;
      const shown =
        body.type === "widget"
          ? { type: body.type, widgetId: body.widgetId }
          : { type: body.type, presetId: body.presetId };
      return [...current, { ...shown, id, x, y, width, height }];
    });
    return foundOr404(findPlacement(widgets, id), "placement", id);
  }),

  route("unstable_dashboards_updatePlacement", async ({ service, projectId, params, body }) => {
    const { dashboardId, placementId } = params;
    const widgets = await changePlacements(service.records, projectId, dashboardId, (current) => {
      const before = foundOr404(findPlacement(current, placementId), "placement", placementId);
      const { x = before.x, y = before.y, width = before.width, height = before.height } = body;
      return current.map((placement) => (placement === before ? { ...before, x, y, width, height } : placement));
    });
    return foundOr404(findPlacement(widgets, placementId), "placement", placementId);
  }),

  route("unstable_dashboards_deletePlacement", async ({ service, projectId, params }) => {
    const { dashboardId, placementId } = params;
    await changePlacements(service.records, projectId, dashboardId, (current) => {
      foundOr404(findPlacement(current, placementId), "placement", placementId);
      return current.filter(({ id }) => id !== placementId);
    });
    return { message: "Placement successfully deleted" };
  }),
];

/** Size of a placement when the request gives none, in columns and rows. */
const DEFAULT_SIZE = { width: 6, height: 6 };

/** Changes the placements of a dashboard. Returns all placements after the change. */
async function changePlacements(
  records: Records,
  projectId: string,
  dashboardId: string,
  change: (current: DashboardPlacement[]) => DashboardPlacement[],
): Promise<DashboardPlacement[]> {
  const changed = await dashboards.change(records, projectId, dashboardId, ({ content }) =>
    checkDashboard({ ...content, definition: { ...content.definition, widgets: change(content.definition.widgets) } }),
  );
  return foundOr404(changed, "dashboard", dashboardId).content.definition.widgets;
}

function findPlacement(widgets: readonly DashboardPlacement[], id: string): DashboardPlacement | undefined {
  return widgets.find((placement) => placement.id === id);
}

/** Returns the dashboard. Throws a 400 when two placements have the same id. */
function checkDashboard(dashboard: Dashboard): Dashboard {
  const seen = new Set<string>();
  for (const { id } of dashboard.definition.widgets) {
    if (seen.has(id)) throw invalidParameter("id", `two placements on the dashboard have the id ${id}`);
    seen.add(id);
  }
  return dashboard;
}
