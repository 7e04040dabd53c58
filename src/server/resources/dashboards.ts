import type * as Api from "@svc/core/api";
import { Documents } from "../storage/documents.ts";

/** Widget or preset on a dashboard, with its position and size. */
export type DashboardPlacement = Api.DashboardPlacement;

/** Dashboard: an arrangement of charts. Stored as the API shows it. */
export type Dashboard = Omit<Api.Dashboard, "id" | "createdAt" | "updatedAt">;

/** Chart that dashboards can show. Stored as the API shows it. */
export type DashboardWidget = Omit<Api.DashboardWidget, "id" | "createdAt" | "updatedAt">;

export const dashboards: Documents<Dashboard> = new Documents<Dashboard>("dashboard");

export const dashboardWidgets: Documents<DashboardWidget> = new Documents<DashboardWidget>("dashboard-widget");
