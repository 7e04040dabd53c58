import { notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import { type DashboardWidget, dashboardWidgets } from "../../stores/dashboards.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import type { ApiRequest, Route } from "../route.ts";

/** Charts for dashboards. */
export const dashboardWidgetRoutes: readonly Route[] = [
  { operation: "unstable_dashboardWidgets_list", handle: list },
  { operation: "unstable_dashboardWidgets_create", handle: create },
  { operation: "unstable_dashboardWidgets_get", handle: read },
  { operation: "unstable_dashboardWidgets_update", handle: update },
  { operation: "unstable_dashboardWidgets_delete", handle: remove },
];

type WidgetRequest = Partial<Omit<DashboardWidget, "chartConfig">> & {
  chartConfig?: Partial<DashboardWidget["chartConfig"]>;
};

function list({ service, projectId, query }: ApiRequest): unknown {
  const { data, meta } = dashboardWidgets.page(service.records, projectId, readPage(query));
  return { data: data.map(answer), meta };
}

async function create({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const widget = widgetOf(body as WidgetRequest, undefined);
  return answer(await dashboardWidgets.insert(service.records, projectId, widget));
}

function read({ service, projectId, params }: ApiRequest): unknown {
  const id = params["widgetId"] ?? "";
  const found = dashboardWidgets.find(service.records, projectId, id);
  if (found === undefined) throw notFound("dashboard widget", id);
  return answer(found);
}

async function update({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const id = params["widgetId"] ?? "";
  const changed = await dashboardWidgets.change(service.records, projectId, id, ({ content }) =>
    widgetOf(body as WidgetRequest, content),
  );
  if (changed === undefined) throw notFound("dashboard widget", id);
  return answer(changed);
}

async function remove({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const id = params["widgetId"] ?? "";
  if (!(await dashboardWidgets.remove(service.records, projectId, id))) throw notFound("dashboard widget", id);
  return { message: "Dashboard widget successfully deleted" };
}

/**
 * Returns the widget with the given fields changed. A new chart type is also set in the chart configuration, unless the request
 * gives a configuration.
 */
function widgetOf(given: WidgetRequest, current: DashboardWidget | undefined): DashboardWidget {
  const chartType = given.chartType ?? current?.chartType ?? "";
  const isOtherChart = given.chartType !== undefined && given.chartType !== current?.chartType;
  const chartConfig =
    given.chartConfig ?? (isOtherChart ? { ...current?.chartConfig, type: chartType } : current?.chartConfig);
  return {
    name: given.name ?? current?.name ?? "",
    description: given.description ?? current?.description ?? "",
    view: given.view ?? current?.view ?? "",
    dimensions: given.dimensions ?? current?.dimensions ?? [],
    metrics: given.metrics ?? current?.metrics ?? [],
    filters: given.filters ?? current?.filters ?? [],
    chartType,
    chartConfig: { ...chartConfig, type: chartConfig?.type ?? chartType },
  };
}

function answer({ id, content, ...times }: Document<DashboardWidget>): unknown {
  return { id, ...content, ...recordTimes(times) };
}
