import { Documents } from "../storage/documents.ts";

/** Widget or preset on a dashboard, with its position and size. */
export type DashboardPlacement = { id: string; x: number; y: number; width: number; height: number } & (
  | { type: "widget"; widgetId: string }
  | { type: "preset"; presetId: string }
);

/** Dashboard: an arrangement of charts. */
export interface Dashboard {
  name: string;
  description: string;
  definition: { widgets: DashboardPlacement[] };
  filters: unknown[];
}

/** Chart that dashboards can show. */
export interface DashboardWidget {
  name: string;
  description: string;
  view: string;
  dimensions: unknown[];
  metrics: unknown[];
  filters: unknown[];
  chartType: string;
  chartConfig: Record<string, unknown> & { type: string };
}

/** All dashboards. */
export const dashboards: Documents<Dashboard> = new Documents<Dashboard>("dashboard");

/** All charts. */
export const dashboardWidgets: Documents<DashboardWidget> = new Documents<DashboardWidget>("dashboard-widget");
