import { Documents } from "./documents.ts";

/** Something on a dashboard, and where. */
export type DashboardPlacement = { id: string; x: number; y: number; width: number; height: number } & (
  | { type: "widget"; widgetId: string }
  | { type: "preset"; presetId: string }
);

/** Charts side by side. */
export interface Dashboard {
  name: string;
  description: string;
  definition: { widgets: DashboardPlacement[] };
  filters: unknown[];
}

/** A chart. */
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

/** Every dashboard. */
export const dashboards: Documents<Dashboard> = new Documents<Dashboard>("dashboard");

/** Every chart. */
export const dashboardWidgets: Documents<DashboardWidget> = new Documents<DashboardWidget>("dashboard-widget");
