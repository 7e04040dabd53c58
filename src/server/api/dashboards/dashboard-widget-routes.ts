import type { DashboardWidgetChartConfigInput } from "@svc/core/api";
import { foundOr404, notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import { type DashboardWidget, dashboardWidgets } from "../../resources/dashboards.ts";
import { documentAnswer } from "../document-answer.ts";
import { pageAnswer } from "../list-answer.ts";
import { type Route, route } from "../routing/route.ts";

export const dashboardWidgetRoutes: readonly Route[] = [
  route("unstable_dashboardWidgets_list", async ({ service, projectId, query }) => {
    const page = readPage(query);
    return pageAnswer(page, await dashboardWidgets.page(service.records, projectId, page), documentAnswer);
  }),

  route("unstable_dashboardWidgets_create", async ({ service, projectId, body }) => {
    const { name, description = "", view, dimensions, metrics, filters, chartType } = body;
    const chartConfig = withType(body.chartConfig, chartType);
    const widget = { name, description, view, dimensions, metrics, filters, chartType, chartConfig };
    return documentAnswer(await dashboardWidgets.insert(service.records, projectId, widget));
  }),

  route("unstable_dashboardWidgets_get", async ({ service, projectId, params: { widgetId } }) =>
    documentAnswer(foundOr404(await dashboardWidgets.find(service.records, projectId, widgetId), WIDGET, widgetId)),
  ),

  route("unstable_dashboardWidgets_update", async ({ service, projectId, params: { widgetId }, body }) => {
    const changed = await dashboardWidgets.change(service.records, projectId, widgetId, ({ content }) => {
      const { chartType = content.chartType } = body;
      // A new chart type is also the type of the stored configuration.
      const kept = chartType === content.chartType ? content.chartConfig : { ...content.chartConfig, type: chartType };
      return {
        name: body.name ?? content.name,
        description: body.description ?? content.description,
        view: body.view ?? content.view,
        dimensions: body.dimensions ?? content.dimensions,
        metrics: body.metrics ?? content.metrics,
        filters: body.filters ?? content.filters,
        chartType,
        chartConfig: withType(body.chartConfig ?? kept, chartType),
      };
    });
    return documentAnswer(foundOr404(changed, WIDGET, widgetId));
  }),

  route("unstable_dashboardWidgets_delete", async ({ service, projectId, params: { widgetId } }) => {
    if (!(await dashboardWidgets.remove(service.records, projectId, widgetId))) throw notFound(WIDGET, widgetId);
    return { message: "Dashboard widget successfully deleted" };
  }),
];

const WIDGET = "dashboard widget";

/** Returns a chart configuration with a type: its own, or the type of the chart. */
function withType(
  config: DashboardWidgetChartConfigInput | undefined,
  chartType: DashboardWidget["chartType"],
): DashboardWidget["chartConfig"] {
  return { ...config, type: config?.type ?? chartType };
}
