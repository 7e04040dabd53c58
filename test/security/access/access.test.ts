// Every route of the service, for every caller: one right answer each. `route-rights.ts` says whom a route lets in, `right-answers.ts` what
// follows from that for a caller. A route of the router without a row there fails, and a row without a route.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../support/server/api-document.ts";
import { type Answer, ask } from "./ask.ts";
import { type Call, type Way, rightAnswer } from "./right-answers.ts";
import { API_RIGHTS, COLLECTOR_RIGHTS, PAGE_RIGHTS, type Right } from "./route-rights.ts";
import { type Listed, collectorRoutes, metricsRoutes, serviceRoutes } from "./router.ts";
import { type Started, SET_UPS } from "./set-ups.ts";
import { MAIN_WAYS, otherWays } from "./ways.ts";

/** Route with whom it lets in, and the request for it. */
interface Row {
  readonly route: string;
  readonly right: Right | undefined;
  readonly door: Call["door"];
  readonly method: string;
  readonly path: string;
  readonly isChange: boolean;
}

const ROWS: readonly Row[] = [...serviceRoutes().map(rowOf), ...collectorRoutes().map(collectorRowOf)];

function collectorRowOf({ method, path }: Listed): Row {
  const route = `${method} ${path}`;
  return { route, right: COLLECTOR_RIGHTS[route], door: "collector", method, path, isChange: true };
}

function rowOf({ method, path }: Listed): Row {
  const route = `${method} ${path}`;
  const api = /^(\/project\/:pageProject)?\/api(\/.*)/.exec(path);
  // Made-up ids: whoever is let in finds nothing, and changes nothing.
  const filled = path
    .replace(/:(?:pageProject|projectId)/, "svc-local")
    .replaceAll(/:\w+/g, "nothing")
    .replace("*", "nothing");
  const isMcp = path === "/mcp";
  return {
    route,
    right: api ? API_RIGHTS[`${method} ${api[2]}`] : PAGE_RIGHTS[route],
    door: api && api[1] === undefined ? "api" : isMcp || path === "/" ? "entry" : "page",
    method: isMcp ? "POST" : method,
    path: filled,
    isChange: !(isMcp || method === "GET"),
  };
}

describe("the table", () => {
  test("has a row for each route of the router", () => {
    expect(ROWS.filter(({ right }) => right === undefined).map(({ route }) => route)).toEqual([]);
  });

  test("has rows for nothing else", () => {
    const routes = new Set(ROWS.map(({ route }) => route));
    const rows = [
      ...Object.keys(API_RIGHTS).map((row) => row.replace(" ", " /api")),
      ...Object.keys(PAGE_RIGHTS),
      ...Object.keys(COLLECTOR_RIGHTS),
    ];
    expect(rows.filter((row) => !routes.has(row))).toEqual([]);
  });

  test("has one route of the port for measurements, which is open to whoever reaches the port", () => {
    expect(metricsRoutes()).toEqual([{ method: "GET", path: "/metrics" }]);
  });

  test("has each operation of the API document", () => {
    const rows = new Set(Object.keys(API_RIGHTS));
    const operations = OPERATIONS.map(
      ({ method, path }) => `${method} ${path.replace("/api", "").replaceAll(/\{(\w+)\}/g, ":$1")}`,
    );
    expect(operations.filter((operation) => !rows.has(operation))).toEqual([]);
  });
});

/** Sends the request of a row. Its body is empty, or an object without the fields that the operation needs. */
async function send(
  url: string,
  { path, isChange, door }: Row,
  method: string,
  headers: Way["headers"],
): Promise<Answer> {
  const hasBody = isChange || door === "entry";
  const body = path === "/mcp" ? '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' : "{}";
  return ask(url + path, {
    method,
    headers: {
      ...headers,
      accept: "application/json, text/event-stream",
      ...(hasBody && method !== "GET" && { "content-type": "application/json" }),
    },
    ...(hasBody && method !== "GET" && method !== "HEAD" && { body }),
  });
}

/** Returns what an answer came to: `in`, or the status when it is that of a refusal, or one that no row may have. */
function outcomeOf({ status }: Answer, expected: "in" | number): "in" | number {
  const isRefused = status === 401 || status === 403 || status === 405;
  return isRefused || status === expected || (status >= 500 && status !== 501) ? status : "in";
}

/** With `TEST_VERSIONS=all`, every caller is tried on every way at every route. */
const IS_WHOLE = process.env["TEST_VERSIONS"] === "all";

/** Number of ways after which the routes of a way are those of an earlier one. */
const ROUND = 24;

/** Rows that stand for all: the first for each right, door and kind of method. */
const FIRST_ROWS = ROWS.filter(
  ({ right, door, isChange }, index) =>
    index === ROWS.findIndex((row) => row.right === right && row.door === door && row.isChange === isChange),
);

/** Returns the rows to try on one of the further ways: those that stand for all, and others in turn. */
function rowsFor(nth: number): readonly Row[] {
  if (IS_WHOLE) return ROWS;
  return [...new Set([...FIRST_ROWS, ...ROWS.filter((_row, index) => index % ROUND === nth % ROUND)])];
}

/** Most cells that a failure lists. */
const MOST_SHOWN = 40;

describe.each(SET_UPS)("$name", (setUp) => {
  let started: Started;
  beforeAll(async () => {
    started = await setUp.start();
  }, 120_000);
  afterAll(async () => started?.close());

  test.each(setUp.callers)("gives $name the right answer at every route", async ({ name, identity, everyWay }) => {
    const { url, collectorUrl, credentials } = started;
    const { host } = new URL(url);
    const wrong: string[] = [];
    const check = async (row: Row, method: string, way: Way): Promise<void> => {
      const { right = "everyone", door, isChange, route } = row;
      const [expected, because] = rightAnswer({ right, door, isChange, identity, way }, setUp);
      const sent = Object.entries(way.headers).map(([key, value]) => [key, value.replace("{service}", host)] as const);
      const answer = await send(door === "collector" ? collectorUrl : url, row, method, {
        ...credentials[name],
        ...Object.fromEntries(sent),
      });
      if (outcomeOf(answer, expected) === expected) return;
      const got = `${answer.status} ${answer.text.slice(0, 200)}`;
      wrong.push([way.name, method, route, `got ${got}`, `right: ${expected}`, because].join(" | "));
    };
    // The sign-out goes last: the session of the caller ends with it.
    const ways = [...[...MAIN_WAYS, ...otherWays(everyWay)].entries()];
    const rounds = [false, true].flatMap((isSignOut) => ways.map(([nth, way]) => ({ nth, way, isSignOut })));
    for (const { nth, way, isSignOut } of rounds) {
      const rows = (nth < MAIN_WAYS.length ? ROWS : rowsFor(nth)).filter(
        ({ right }) => (right === "own page") === isSignOut,
      );
      // A request for the headers only has the answer of the whole one.
      const methodsOf = ({ method }: Row): string[] => (method === "GET" && nth === 0 ? ["GET", "HEAD"] : [method]);
      await Promise.all(rows.flatMap((row) => methodsOf(row).map(async (method) => check(row, method, way))));
    }
    const shown = wrong.slice(0, MOST_SHOWN);
    expect(wrong.length > shown.length ? [...shown, `and ${wrong.length - shown.length} more`] : shown).toEqual([]);
  });
});
