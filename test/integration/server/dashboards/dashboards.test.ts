import { describe, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

const WIDGET = {
  name: "costs",
  view: "observations",
  dimensions: [{ field: "name" }],
  metrics: [{ measure: "totalCost", agg: "sum" }],
  filters: [],
  chartType: "BAR_TIME_SERIES",
};

describe("a widget", () => {
  test("is created, changed field by field, listed and deleted", async () => {
    const { body } = await call("POST", "/unstable/dashboard-widgets", { ...WIDGET, chartConfig: { bins: 5 } });
    expect(body).toMatchObject({ ...WIDGET, description: "", chartConfig: { type: "BAR_TIME_SERIES", bins: 5 } });
    const path = `/unstable/dashboard-widgets/${body.id}`;
    const { body: changed } = await call("PATCH", path, { chartType: "NUMBER", description: "d" });
    expect(changed).toMatchObject({
      ...WIDGET,
      description: "d",
      chartType: "NUMBER",
      chartConfig: { type: "NUMBER", bins: 5 },
    });
    expect((await call("GET", path)).body).toEqual(changed);
    expect((await call("GET", "/unstable/dashboard-widgets")).body.data).toEqual([changed]);
    expect((await call("DELETE", path)).body).toEqual({ message: "Dashboard widget successfully deleted" });
    for (const [method, given] of [["GET"], ["PATCH", { name: "n" }], ["DELETE"]] as const) {
      const { status, body: problem } = await call(method, path, given);
      expect([status, problem["code"]]).toEqual([404, "resource_not_found"]);
    }
  });

  test.each<Record<string, unknown>>([{ metrics: [] }, { view: "traces" }, { chartType: "CAKE" }, { name: "" }])(
    "is rejected with %j",
    async (fields) => {
      const { status, body } = await call("POST", "/unstable/dashboard-widgets", { ...WIDGET, ...fields });
      expect([status, body["code"]]).toEqual([400, "invalid_request"]);
      expect(body["details"]).toMatchObject({ issues: [expect.anything()] });
    },
  );
});

describe("a dashboard", () => {
  test("is created, changed, listed and deleted", async () => {
    const { body } = await call("POST", "/unstable/dashboards", { name: "d" });
    expect(body).toMatchObject({ name: "d", description: "", definition: { widgets: [] }, filters: [] });
    const path = `/unstable/dashboards/${body.id}`;
    expect((await call("PATCH", path, { description: "more" })).body).toMatchObject({ name: "d", description: "more" });
    expect((await call("PATCH", path, {})).status).toBe(400);
    expect((await call("GET", "/unstable/dashboards")).body.data).toHaveLength(1);
    expect((await call("DELETE", path)).body).toEqual({ message: "Dashboard successfully deleted" });
    expect((await call("GET", path)).status).toBe(404);
  });

  test("contains widgets and presets in placements", async () => {
    const { body: widget } = await call("POST", "/unstable/dashboard-widgets", WIDGET);
    const { body: dashboard } = await call("POST", "/unstable/dashboards", { name: "placed" });
    const path = `/unstable/dashboards/${dashboard.id}/placements`;
    const { body: first } = await call("POST", path, { type: "widget", widgetId: widget.id, height: 4 });
    expect(first).toEqual({
      type: "widget",
      id: expect.any(String),
      widgetId: widget.id,
      x: 0,
      y: 0,
      width: 6,
      height: 4,
    });
    expect((await call("POST", path, { type: "preset", presetId: "latency", id: "mine" })).body).toEqual({
      type: "preset",
      id: "mine",
      presetId: "latency",
      x: 0,
      y: 4,
      width: 6,
      height: 6,
    });
    expect((await call("POST", path, { type: "preset", presetId: "other", id: "mine" })).status).toBe(400);
    expect((await call("POST", path, { type: "widget", widgetId: "nowhere" })).status).toBe(404);
    expect((await call("PATCH", `${path}/mine`, { x: 3 })).body).toMatchObject({ x: 3, y: 4 });
    expect((await call("PATCH", `${path}/mine`, { width: 0 })).status).toBe(400);
    expect((await call("PATCH", `${path}/nowhere`, { x: 3 })).status).toBe(404);
    expect((await call("DELETE", `${path}/${first.id}`)).body).toEqual({ message: "Placement successfully deleted" });
    expect((await call("DELETE", `${path}/${first.id}`)).status).toBe(404);
    const { body } = await call("GET", `/unstable/dashboards/${dashboard.id}`);
    expect(body["definition"]).toEqual({ widgets: [expect.objectContaining({ id: "mine", x: 3 })] });
  });

  test("keeps every placement of simultaneous requests", async () => {
    const { body: dashboard } = await call("POST", "/unstable/dashboards", { name: "race" });
    const path = `/unstable/dashboards/${dashboard.id}`;
    const add = async (): Promise<unknown> => call("POST", `${path}/placements`, { type: "preset", presetId: "p" });
    await Promise.all(Array.from({ length: 10 }, add));
    const { body } = await call("GET", path);
    const { widgets } = body["definition"] as { widgets: Array<{ y: number }> };
    expect(widgets.map(({ y }) => y)).toEqual([0, 6, 12, 18, 24, 30, 36, 42, 48, 54]);
  });
});
