import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { beforeAll, describe, expect, test } from "vitest";
import { callsOf } from "../support/server/api-calls.ts";
import { get, observations, send } from "../support/server/otlp-calls.ts";
import { describeOnEngines } from "../support/storage/describe-on-engines.ts";
import { READING_ENGINES } from "../support/storage/storage-engines.ts";

const START = Date.parse("2026-11-01T10:00:00.000Z");

describeOnEngines(READING_ENGINES, "the filter language", (service) => {
  let server: Parameters<typeof send>[0];
  beforeAll(async () => {
    server = service().server;
    await send(server, {
      scope: { name: "svc-sdk", version: "6.0.0" },
      spans: [
        {
          name: "alpha",
          traceId: "a".repeat(32),
          spanId: "1".repeat(16),
          start: START,
          end: START + 2_000,
          attributes: {
            [svc.OBSERVATION_TYPE]: "generation",
            [svc.OBSERVATION_MODEL]: "house-model-1",
            [svc.OBSERVATION_INPUT]: "The quick brown fox jumps",
            [svc.OBSERVATION_OUTPUT]: "Over the LAZY dog: naïve café",
            [svc.OBSERVATION_USAGE_DETAILS]: '{"input":10,"output":30}',
            [svc.OBSERVATION_COST_DETAILS]: '{"input":0.1,"output":0.3}',
            [svc.OBSERVATION_COMPLETION_START_TIME]: new Date(START + 500).toISOString(),
            [svc.OBSERVATION_PROMPT_NAME]: "greet",
            [svc.OBSERVATION_PROMPT_VERSION]: 3,
            [svc.TRACE_NAME]: "first trace",
            [svc.TRACE_TAGS]: ["red", "green"],
            [svc.TRACE_USER_ID]: "u-1",
            [svc.TRACE_SESSION_ID]: "s-1",
            [svc.RELEASE]: "r1",
            [svc.VERSION]: "v1",
            [`${svc.OBSERVATION_METADATA}.tier`]: '"gold"',
            [`${svc.OBSERVATION_METADATA}.a`]: '{"b":1,"c":{"d":true}}',
            [`${svc.OBSERVATION_METADATA}.list`]: '["x","y"]',
            [`${svc.OBSERVATION_METADATA}.empty`]: '""',
            [`${svc.OBSERVATION_METADATA}.nothing`]: "null",
            [`${svc.OBSERVATION_METADATA}.quo"te\\`]: '"it\\"s"',
            [`${svc.OBSERVATION_METADATA}.größe`]: '"groß"',
            [svc.EXPERIMENT_ID]: "e-1",
            [svc.EXPERIMENT_NAME]: "run one",
            [svc.EXPERIMENT_DATASET_ID]: "d-1",
            [svc.EXPERIMENT_ITEM_ID]: "i-1",
            [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: "1".repeat(16),
          },
        },
        {
          name: "beta",
          traceId: "a".repeat(32),
          spanId: "2".repeat(16),
          parentSpanId: "1".repeat(16),
          start: START + 1_000,
          end: START + 1_100,
          attributes: {
            [svc.OBSERVATION_TYPE]: "tool",
            [svc.OBSERVATION_LEVEL]: "WARNING",
            [svc.OBSERVATION_STATUS_MESSAGE]: "slow 50% _done_",
            [svc.ENVIRONMENT]: "staging",
            [svc.TRACE_USER_ID]: "u-2",
            [svc.TRACE_TAGS]: ["green"],
            [`${svc.OBSERVATION_METADATA}.tier`]: '"silver"',
            [`${svc.OBSERVATION_METADATA}.a`]: '{"b":1.5,"c":{"d":false}}',
            [`${svc.OBSERVATION_METADATA}.a.b`]: '"second"',
          },
        },
        { name: "gamma", traceId: "b".repeat(32), spanId: "3".repeat(16), start: START + 5_000, end: START + 5_000 },
      ],
    });
    await send(server, {
      spans: [
        {
          name: "delta",
          traceId: "c".repeat(32),
          spanId: "4".repeat(16),
          start: START + 6_000,
          end: START + 16_000,
          attributes: {
            [svc.OBSERVATION_INPUT]: JSON.stringify([{ role: "user", content: "Foxes are quick. 東京タワー" }]),
          },
        },
      ],
    });
    await writeScoresAndComments();
  });

  /** Writes the scores and the comment that filters read. */
  async function writeScoresAndComments(): Promise<void> {
    const call = callsOf(() => server);
    const ofTrace = { traceId: "a".repeat(32) };
    const ofObservation = { ...ofTrace, observationId: "1".repeat(16) };
    for (const score of [
      { name: "quality", dataType: "NUMERIC", value: 0.4, ...ofObservation },
      { name: "quality", dataType: "NUMERIC", value: 0.8, ...ofObservation },
      { name: "mood", dataType: "CATEGORICAL", value: "happy", ...ofObservation },
      { name: "ok", dataType: "BOOLEAN", value: 1, ...ofObservation },
      { name: "whole", dataType: "NUMERIC", value: 5, ...ofTrace },
      { name: "sort", dataType: "CATEGORICAL", value: "good", ...ofTrace },
      { name: "sound", dataType: "BOOLEAN", value: 0, ...ofTrace },
    ]) {
      expect((await call("POST", "/scores", score)).status).toBe(200);
    }
    const comment = { projectId: "svc-local", objectType: "OBSERVATION", objectId: "1".repeat(16) };
    expect((await call("POST", "/comments", { ...comment, content: "look at this" })).status).toBe(200);
  }

  const ALL = "alpha beta gamma delta";

  /** Returns the names of the observations that match the filters, in the order in which they started. */
  async function names(...filters: object[]): Promise<string> {
    const { data } = await observations(server, { filter: JSON.stringify(filters) });
    return data
      .map(({ name }) => String(name))
      .toReversed()
      .join(" ");
  }

  type Row = [column: string, operator: string, value: unknown, expected: string, key?: string];

  const kind = (type: string, rows: Row[]): void => {
    test.each(rows)(`${type}: %s %s %j`, async (column, operator, value, expected, key) => {
      expect(await names({ type, column, operator, value, ...(key !== undefined && { key }) })).toBe(expected);
    });
  };

  describe("kinds of conditions and their operators", () => {
    kind("datetime", [
      ["startTime", ">", "2026-11-01T10:00:01Z", "gamma delta"],
      ["startTime", ">=", "2026-11-01T10:00:01Z", "beta gamma delta"],
      ["startTime", "<", "2026-11-01T11:00:01+01:00", "alpha"],
      ["startTime", "<=", "2026-11-01T10:00:01.000Z", "alpha beta"],
      ["endTime", ">", "2026-11-01T10:00:10Z", "delta"],
    ]);
    kind("string", [
      ["name", "=", "alpha", "alpha"],
      ["name", "=", "ALPHA", ""],
      ["name", "contains", "ta", "beta delta"],
      ["name", "contains", "", ALL],
      ["name", "does not contain", "ta", "alpha gamma"],
      ["name", "starts with", "al", "alpha"],
      ["name", "ends with", "ta", "beta delta"],
      ["name", "ends with", "", ALL],
      ["statusMessage", "contains", "50%", "beta"],
      ["statusMessage", "contains", "_done_", "beta"],
      ["statusMessage", "contains", "%", "beta"],
      ["statusMessage", "does not contain", "quick", "beta"],
      ["statusMessage", "=", "", "alpha gamma delta"],
    ]);
    kind("number", [
      ["latency", "=", 2, "alpha"],
      ["latency", ">", 2, "delta"],
      ["latency", "<", 0.1, "gamma"],
      ["latency", ">=", 2, "alpha delta"],
      ["latency", "<=", 0.1, "beta gamma"],
      ["totalCost", ">", 0, "alpha"],
    ]);
    kind("stringOptions", [
      ["level", "any of", ["WARNING", "ERROR"], "beta"],
      ["level", "none of", ["WARNING", "ERROR"], "alpha gamma delta"],
      ["userId", "any of", ["u-1", "u-2"], "alpha beta"],
      ["userId", "none of", ["u-1"], "beta"],
      ["userId", "any of", ["", "u-1"], "alpha gamma delta"],
    ]);
    kind("arrayOptions", [
      ["tags", "any of", ["red", "blue"], "alpha"],
      ["tags", "any of", ["green"], "alpha beta"],
      ["tags", "none of", ["red"], "beta gamma delta"],
      ["tags", "all of", ["red", "green"], "alpha"],
      ["tags", "all of", ["green", "green"], "alpha beta"],
    ]);
    kind("stringOptions", [["tags", "any of", ["red"], "alpha"]]);
    kind("boolean", [
      ["isRootObservation", "=", true, "alpha gamma delta"],
      ["isRootObservation", "<>", true, "beta"],
      ["isRootObservation", "=", false, "beta"],
    ]);
    kind("null", [
      ["sessionId", "is null", "", "beta gamma delta"],
      ["sessionId", "is not null", "", "alpha"],
      ["tags", "is null", "", "gamma delta"],
      ["input", "is not null", "", "alpha delta"],
      ["totalCost", "is null", "", "beta gamma delta"],
    ]);
  });

  describe("metadata", () => {
    kind("stringObject", [
      ["metadata", "=", "gold", "alpha", "tier"],
      ["metadata", "=", '"gold"', "", "tier"],
      ["metadata", "contains", "l", "alpha beta", "tier"],
      ["metadata", "does not contain", "g", "beta", "tier"],
      ["metadata", "does not contain", "zzz", "alpha beta", "tier"],
      ["metadata", "does not contain", "zzz", "", "no such key"],
      ["metadata", "contains", 't"s', "alpha", 'quo"te\\'],
      ["metadata", "contains", '"x",', "alpha", "list"],
      ["metadata", "contains", "roß", "alpha", "größe"],
      ["metadata", "contains", "", "alpha beta", "tier"],
      ["metadata", "starts with", "1.", "beta", "a.b"],
      ["metadata", "starts with", "si", "beta", "tier"],
      ["metadata", "ends with", "ld", "alpha", "tier"],
      ["metadata", "matches", "GOLD", "alpha", "tier"],
      // A leaf that is no text matches by its text form: the number 1 matches "1".
      ["metadata", "=", "1", "alpha", "a.b"],
      ["metadata", "=", "1.5", "beta", "a.b"],
      ["metadata", "=", "true", "alpha", "a.c.d"],
      ["metadata", "=", '["x","y"]', "alpha", "list"],
      ["metadata", "=", "", "alpha", "empty"],
      ["metadata", "=", "", "alpha", "nothing"],
      ["metadata", "=", "null", "", "nothing"],
      ["metadata", "=", "[]", "", "list"],
      ["metadata", "=", 'it"s', "alpha", 'quo"te\\'],
      ["metadata", "=", "groß", "alpha", "größe"],
      // The first one counts when metadata has both a nested and a literal a.b.
      ["metadata", "=", "second", "", "a.b"],
      ["metadata", "=", "svc-sdk", ALL, "scope.name"],
      ["metadata", "=", "x", "", "__proto__"],
      ["metadata", "=", "x", "", "' OR 1=1 --"],
    ]);
    kind("numberObject", [
      ["metadata", "=", 1, "alpha", "a.b"],
      ["metadata", ">", 1, "beta", "a.b"],
      ["metadata", ">=", 1, "alpha beta", "a.b"],
      ["metadata", "<", 100, "", "tier"],
    ]);
    kind("booleanObject", [
      ["metadata", "=", true, "alpha", "a.c.d"],
      ["metadata", "<>", true, "beta", "a.c.d"],
    ]);
    kind("categoryOptions", [
      ["metadata", "any of", ["gold", "bronze"], "alpha", "tier"],
      ["metadata", "none of", ["gold"], "beta", "tier"],
      ["metadata", "any of", ["y"], "alpha", "list"],
      ["metadata", "any of", ["1"], "", "a.b"],
      ["metadata", "none of", ["1"], "alpha beta", "a.b"],
    ]);
  });

  // Alpha and beta have a user and the key tier; gamma and delta have neither. Only alpha has a session, a release and scores.
  describe("a missing value meets no condition but is null, and a missing text an empty one", () => {
    kind("string", [
      ["userId", "does not contain", "x", "alpha beta"],
      ["userId", "does not contain", "", ""],
      ["userId", "contains", "", "alpha beta"],
      ["userId", "starts with", "", "alpha beta"],
      ["userId", "ends with", "", "alpha beta"],
      ["userId", "=", "", "gamma delta"],
      ["release", "does not contain", "x", "alpha"],
    ]);
    kind("stringOptions", [
      ["userId", "none of", ["x"], "alpha beta"],
      ["userId", "none of", ["", "u-1"], "beta"],
      ["userId", "any of", [""], "gamma delta"],
      ["sessionId", "none of", ["x"], "alpha"],
      ["model", "none of", ["x"], "alpha"],
      ["experimentId", "none of", ["x"], "alpha"],
      ["commentContent", "none of", ["x"], "alpha"],
      ["tags", "none of", ["x"], ALL],
    ]);
    kind("arrayOptions", [["tags", "none of", ["x"], ALL]]);
    kind("stringObject", [
      ["metadata", "does not contain", "x", "alpha beta", "tier"],
      ["metadata", "contains", "", "alpha beta", "tier"],
      ["metadata", "=", "", "", "tier"],
    ]);
    kind("categoryOptions", [
      ["metadata", "none of", ["x"], "alpha beta", "tier"],
      ["score_categories", "none of", ["x"], "alpha", "mood"],
      ["trace_score_categories", "none of", ["x"], "alpha beta", "sort"],
      ["trace_score_categories", "none of", ["good"], "", "sort"],
    ]);
    kind("booleanObject", [
      ["metadata", "<>", true, "beta", "a.c.d"],
      ["score_booleans", "<>", false, "alpha", "ok"],
    ]);
    kind("number", [
      ["totalCost", "<", 1, "alpha"],
      ["promptVersion", "<", 9, "alpha"],
    ]);
    kind("null", [["userId", "is null", "", "gamma delta"]]);
  });

  describe("input and output", () => {
    kind("string", [
      ["input", "=", "The quick brown fox jumps", "alpha"],
      ["input", "matches", "QUICK BROWN", "alpha"],
      ["input", "matches", "quick", "alpha delta"],
      ["input", "matches", "fox", "alpha delta"],
      ["input", "matches", "fox jumps", "alpha"],
      ["input", "matches", "brown quick", ""],
      ["input", "matches", '"content":"foxes', "delta"],
      ["input", "matches", "京タ", "delta"],
      ["input", "matches", "ox", ""],
      ["input", "matches", ".", "delta"],
      ["input", "matches", "lazy", ""],
      ["output", "matches", "lazy dog: NAÏVE", "alpha"],
      ["content", "matches", "fox", "alpha delta"],
      ["content", "matches", "lazy dog", "alpha"],
      ["content", "matches", "cafe", ""],
      ["output", "matches", "cafe", ""],
      ["input", "matches", '" OR 1', ""],
      ["input", "matches", "NEAR(quick)", ""],
      ["input", "matches", "quick*", ""],
    ]);

    test("combines a search with other operators", async () => {
      const contains = { type: "string", column: "input", operator: "contains", value: "jumps" };
      const matches = { type: "string", column: "input", operator: "matches", value: "quick" };
      expect(await names(contains, matches)).toBe("alpha");
      expect((await refused([contains])).message).toMatch(/Filters on input or output need/);
    });
  });

  describe("columns", () => {
    kind("string", [
      ["id", "=", "1".repeat(16), "alpha"],
      ["type", "=", "GENERATION", "alpha"],
      ["traceId", "=", "b".repeat(32), "gamma"],
      ["environment", "=", "staging", "beta"],
      ["traceEnvironment", "=", "staging", "beta"],
      ["version", "=", "v1", "alpha"],
      ["release", "=", "r1", "alpha"],
      ["sessionId", "=", "s-1", "alpha"],
      ["parentObservationId", "=", "1".repeat(16), "beta"],
      ["traceName", "=", "first trace", "alpha"],
      ["traceName", "=", "gamma", "gamma"],
      ["model", "=", "house-model-1", "alpha"],
      ["providedModelName", "=", "house-model-1", "alpha"],
      ["promptName", "=", "greet", "alpha"],
      ["experimentId", "=", "e-1", "alpha"],
      ["experimentName", "=", "run one", "alpha"],
      ["experimentDatasetId", "=", "d-1", "alpha"],
      ["ingestionApiKey", "=", "pk-svc-local", ALL],
      ["ingestionSource", "=", "otel", ALL],
      ["evaluatorId", "=", "x", ""],
      ["commentContent", "contains", "this", "alpha"],
    ]);
    kind("number", [
      ["timeToFirstToken", "=", 0.5, "alpha"],
      ["tokensPerSecond", "=", 20, "alpha"],
      ["inputTokens", "=", 10, "alpha"],
      ["outputTokens", "=", 30, "alpha"],
      ["totalTokens", "=", 40, "alpha"],
      ["tokens", "=", 40, "alpha"],
      ["inputCost", "=", 0.1, "alpha"],
      ["outputCost", "=", 0.3, "alpha"],
      ["promptVersion", "=", 3, "alpha"],
      ["commentCount", ">=", 1, "alpha"],
      ["toolCalls", "=", 0, ALL],
    ]);
    kind("boolean", [
      ["hasParentObservation", "=", true, "beta"],
      ["hasInput", "=", true, "alpha delta"],
      ["hasOutput", "=", true, "alpha"],
      ["isExperimentItemRootSpan", "=", true, "alpha"],
      ["isExperimentJudging", "=", true, ""],
    ]);
    kind("arrayOptions", [["traceTags", "any of", ["red"], "alpha"]]);
    kind("numberObject", [
      ["scores_avg", ">", 0.5, "alpha", "quality"],
      ["scores", "<", 0.5, "", "quality"],
      ["trace_scores_avg", "=", 5, "alpha beta", "whole"],
    ]);
    kind("categoryOptions", [
      ["score_categories", "any of", ["happy"], "alpha", "mood"],
      ["score_categories", "none of", ["sad"], "alpha", "mood"],
      ["score_categories", "none of", ["happy"], "", "mood"],
      ["trace_score_categories", "any of", ["good"], "alpha beta", "sort"],
    ]);
    kind("booleanObject", [
      ["score_booleans", "=", true, "alpha", "ok"],
      ["trace_score_booleans", "=", false, "alpha beta", "sound"],
    ]);
  });

  describe("several conditions", () => {
    test("requires every condition", async () => {
      const level = { type: "string", column: "level", operator: "=", value: "WARNING" };
      const name = { type: "string", column: "name", operator: "=", value: "alpha" };
      expect(await names(level, name)).toBe("");
      expect(await names()).toBe(ALL);
      expect(await names({ type: "positionInTrace", column: "x", operator: "=", key: "last" }, name)).toBe("alpha");
    });

    test("what a group holds is no condition of its own", async () => {
      const name = (value: string): object => ({ type: "string", column: "name", operator: "=", value });
      const group = (type: string, ...filters: object[]): object => ({ type, filters });
      expect(await names(group("any", name("alpha"), group("all", name("beta"), group("not", name("alpha")))))).toBe(
        "alpha beta",
      );
      const { data } = await observations(server, {
        filter: JSON.stringify([group("not", name("alpha"))]),
        name: "alpha",
      });
      expect(data.map((row) => row["name"])).not.toContain("alpha");
    });

    test("the filter replaces the parameter of the same column only", async () => {
      const filter = JSON.stringify([
        { type: "stringOptions", column: "name", operator: "any of", value: ["beta", "gamma"] },
      ]);
      const { data } = await observations(server, { filter, name: "alpha", environment: "staging" });
      expect(data.map(({ name }) => name)).toEqual(["beta"]);
    });

    test("pages a filtered list", async () => {
      const filter = JSON.stringify([{ type: "string", column: "input", operator: "matches", value: "quick" }]);
      const first = await observations(server, { filter, limit: "1" });
      const second = await observations(server, { filter, limit: "1", cursor: first.meta.cursor ?? "" });
      expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(["delta", "alpha"]);
      expect(second.meta).toEqual({});
    });
  });

  describe("a filter as text", () => {
    const counted = async (where: string, view = "observations"): Promise<number> => {
      const query = {
        view,
        metrics: [{ measure: "count", aggregation: "count" }],
        where,
        fromTimestamp: "2000-01-01T00:00:00Z",
        toTimestamp: "2100-01-01T00:00:00Z",
      };
      const response = await get(
        server,
        `/api/public/v2/metrics?${new URLSearchParams({ query: JSON.stringify(query) }).toString()}`,
      );
      const { data } = (await response.json()) as { data: Array<{ count_count: unknown }> };
      return Number(data[0]?.count_count);
    };

    test.each<[where: string, expected: string]>([
      ["", ALL],
      ["name = alpha", "alpha"],
      ["name = alpha or name = gamma", "alpha gamma"],
      ["name = alpha OR name = gamma", "alpha gamma"],
      ["name = alpha and level = WARNING or name = gamma", "gamma"],
      ["name = gamma or name = alpha and level = WARNING", "gamma"],
      ["(name = gamma or name = beta) and level = WARNING", "beta"],
      ["((name = gamma))or(name = beta)", "beta gamma"],
      ["not name = alpha", "beta gamma delta"],
      ["not not name = alpha", "alpha"],
      ["not (name = alpha or name = beta)", "gamma delta"],
      ["not (name = alpha and level = WARNING)", ALL],
      ["not(name = alpha)and not name = beta", "gamma delta"],
      // `not` also finds what has no value; the operators that say what a value is not do not.
      ["not userId = u-1", "beta gamma delta"],
      ["userId none of u-1", "beta"],
      ["not latency > 1 and not latency <= 0", "beta"],
      ["not totalCost > 0.1", "beta gamma delta"],
      ["not metadata.tier = gold", "beta gamma delta"],
      ["not metadata.tier = nothing", ALL],
      ["not tags any of green", "gamma delta"],
      ["not scores.quality > 0.5", "beta gamma delta"],
      ["scores.quality > 0.5 or latency > 5", "alpha delta"],
      ["commentContent contains look or name = delta", "alpha delta"],
      ["input matches quick", "alpha delta"],
      ["input matches quick and not output matches lazy", "delta"],
      ["input matches quick and (input contains fox or input contains Tokyo)", "alpha"],
      ["not input matches quick", "beta gamma"],
      ["input matches foxes or level = WARNING", "beta delta"],
      ["metadata.tier any of gold,silver and (metadata.tier = gold or environment = staging)", "alpha beta"],
      ["traceId = cccccccccccccccccccccccccccccccc or traceId = bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "gamma delta"],
      [
        "(traceId = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa and startTime > 2026-11-01T10:00:00.500Z) or name = delta",
        "beta delta",
      ],
      ["statusMessage = slow 50% _done_", "beta"],
      ['statusMessage = "slow 50% _done_" or name = none', "beta"],
      ["isRootObservation = true and not level = WARNING", "alpha gamma delta"],
      ["experimentName = run one or promptName = greet", "alpha"],
    ])("%s", async (where, expected) => {
      const { data } = await observations(server, { where });
      expect(
        data
          .map(({ name }) => name)
          .toReversed()
          .join(" "),
      ).toBe(expected);
      expect(await counted(where)).toBe(data.length);
    });

    test("goes beside filter and other parameters", async () => {
      const filter = JSON.stringify([{ type: "string", column: "name", operator: "=", value: "alpha" }]);
      const found = await observations(server, { where: "name = alpha or name = beta", filter });
      expect(found.data.map(({ name }) => name)).toEqual(["alpha"]);
      const narrowed = await observations(server, { where: "name = alpha or name = beta", name: "beta" });
      expect(narrowed.data.map(({ name }) => name)).toEqual(["beta"]);
    });

    test("has the columns of each view of metrics", async () => {
      expect(await counted("value > 0.5 and not name = whole", "scores-numeric")).toBe(1);
    });

    test.each<[where: string, problem: string]>([
      ["level", "An operator is expected, at character 6"],
      ["nothing = 1", "There is no column nothing, at character 1"],
      ["level = ERROR or nothing = 1", "There is no column nothing, at character 18"],
      ["__proto__ = 1", "There is no column __proto__, at character 1"],
      ["level = ERROR and", "A column is expected, at character 18"],
      ["level = ERROR or (name = a", "A closing parenthesis is expected, at character 27"],
      ["level = ERROR)", "This parenthesis closes nothing, at character 14"],
      ['level = "a" name = b', "Conditions are joined by and or or, at character 13"],
      ["latency > soon", "A number is expected, at character 11"],
      ["latency >", "A value is expected, at character 10"],
      ["metadata = 1", "metadata needs a key: metadata.key, at character 9"],
      ["not", "A column is expected, at character 4"],
      [`${"(".repeat(25)}level = a`, "A filter has at most 20 levels, at character 22"],
      [Array.from({ length: 101 }, () => "level = a").join(" or "), "A filter has at most 100 conditions"],
      [`name = ${"x".repeat(6_000)}`, "A filter has at most 5000 characters, at character 5001"],
      ["input contains fox or level = ERROR", "at least one with the operator = or matches"],
      ["not input contains fox", "at least one with the operator = or matches"],
      ["name matches fox", "One of these is expected: =, contains"],
    ])("is refused: %s", async (where, problem) => {
      const response = await get(server, `/api/public/v2/observations?${new URLSearchParams({ where }).toString()}`);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(problem)]);
    });
  });

  async function refused(filter: unknown): Promise<{ message: string; error: unknown }> {
    const text = typeof filter === "string" ? filter : JSON.stringify(filter);
    const response = await get(
      server,
      `/api/public/v2/observations?${new URLSearchParams({ filter: text }).toString()}`,
    );
    expect(response.status).toBe(400);
    return (await response.json()) as { message: string; error: unknown };
  }

  describe("rejected with 400", () => {
    test.each<[why: string, filter: unknown, message: RegExp]>([
      ["no JSON", "[{", /Invalid JSON in filter/],
      [
        "an unknown key",
        [{ type: "string", column: "name", operator: "=", value: "", values: [] }],
        /Invalid request data/,
      ],
      [
        "a key for a column without keys",
        [{ type: "string", column: "name", operator: "=", value: "", key: "tier" }],
        /Invalid request data/,
      ],
      ["no list", "{}", /Invalid request data/],
      [
        "an unknown column",
        [{ type: "string", column: "nope", operator: "=", value: "" }],
        /Column nope does not match/,
      ],
      [
        "a column of every object",
        [{ type: "string", column: "__proto__", operator: "=", value: "" }],
        /does not match/,
      ],
      [
        "a type that does not fit the column",
        [{ type: "number", column: "name", operator: "=", value: 1 }],
        /Invalid filter type number for column name: string or stringOptions or null/,
      ],
      ["a group without conditions", [{ type: "any", filters: [] }], /Invalid request data/],
      ["a group without a list", [{ type: "not" }], /Invalid request data/],
      [
        "groups within groups",
        [Array.from({ length: 30 }).reduce((inner) => ({ type: "not", filters: [inner] }), {})],
        /Invalid request data/,
      ],
      [
        "many conditions in groups",
        [1, 2].map(() => ({
          type: "any",
          filters: Array.from({ length: 60 }, () => ({ type: "string", column: "name", operator: "=", value: "a" })),
        })),
        /Invalid request data/,
      ],
      [
        "matches on a column without text search",
        [{ type: "string", column: "name", operator: "matches", value: "a" }],
        /matches/,
      ],
    ])("%s", async (_, filter, message) => {
      expect((await refused(filter)).message).toMatch(message);
    });

    test("names every invalid condition with its position", async () => {
      const { message, error } = await refused([
        { type: "number", column: "latency", operator: "=", value: "1" },
        { type: "stringObject", column: "metadata", operator: "=", value: "1" },
        { type: "stringOptions", column: "name", operator: "any of", value: [] },
        { type: "datetime", column: "startTime", operator: "=", value: "yesterday" },
        { type: "toString", column: "name", operator: "=", value: "" },
        7,
      ]);
      expect(message).toBe("Invalid request data");
      expect((error as Array<{ path: unknown[] }>).map(({ path }) => path)).toEqual([
        ["filter", 0, "value"],
        ["filter", 1, "key"],
        ["filter", 2, "value"],
        ["filter", 3, "operator"],
        ["filter", 3, "value"],
        ["filter", 4, "type"],
        ["filter", 5],
      ]);
    });
  });
});
