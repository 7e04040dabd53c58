import { describe, expect, test } from "vitest";
import { type Answered, callsOf } from "../../../support/server/api-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

const JUDGE = {
  name: "judge",
  type: "llm_as_judge",
  prompt: "Is {{answer}} right for {{ question }}? {{answer}}",
  outputDefinition: { dataType: "NUMERIC", minValue: 0, maxValue: 1 },
};
const CODE = { name: "code", type: "code", sourceCode: "return 1", sourceCodeLanguage: "TYPESCRIPT" };

async function evaluator(body: Record<string, unknown>): Promise<Answered> {
  return call("POST", "/v2/evaluators", body);
}

async function rule(body: Record<string, unknown>): Promise<Answered> {
  return call("POST", "/v2/evaluation-rules", { name: "rule", enabled: false, evaluatorAssignments: [], ...body });
}

describe("an evaluator", () => {
  test("finds the variables of its prompt", async () => {
    const { status, body } = await evaluator({ ...JUDGE, variableMapping: [{ variable: "answer", source: "output" }] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "judge",
      version: 1,
      status: "active",
      prompt: [{ role: "user", content: JUDGE.prompt }],
      variables: ["answer", "question"],
      variableMapping: [{ variable: "answer", source: "output" }],
      modelConfig: null,
      evaluationRuleAssignments: [],
    });
    expect((await call("GET", `/v2/evaluators/${body.id}`)).body).toEqual(body);
  });

  test("gets a version for each definition, and no version for other changes", async () => {
    const { body: made } = await evaluator(CODE);
    const path = `/v2/evaluators/${made.id}`;
    expect((await call("PATCH", path, { name: "renamed" })).body).toMatchObject({ name: "renamed", version: 1 });
    const { name: _, ...definition } = CODE;
    const { body: second } = await call("PATCH", path, { ...definition, sourceCode: "return 2", description: "d" });
    expect(second).toMatchObject({ name: "renamed", description: "d", version: 2, sourceCode: "return 2" });
    const { body: versions } = await call("GET", `${path}/versions?limit=1`);
    expect(versions.data).toMatchObject([{ id: second["versionId"], version: 2, sourceCode: "return 2" }]);
    const { body: rest } = await call("GET", `${path}/versions?limit=1&cursor=${versions.meta.cursor}`);
    expect(rest).toMatchObject({ data: [{ id: made["versionId"], version: 1 }], meta: {} });
    expect(rest.meta.cursor).toBeUndefined();
    expect((await call("PATCH", path, { ...JUDGE })).body["message"]).toContain("Invalid request data");
    expect((await call("PATCH", path, {})).status).toBe(400);
  });

  test("gets a version for each of several simultaneous changes", async () => {
    const { body: made } = await evaluator(CODE);
    await Promise.all(
      Array.from({ length: 8 }, async (_, i) =>
        call("PATCH", `/v2/evaluators/${made.id}`, { ...CODE, sourceCode: `${i}` }),
      ),
    );
    const { body } = await call("GET", `/v2/evaluators/${made.id}/versions`);
    expect(body.data.map(({ version }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["an empty prompt", { prompt: [] }, "prompt"],
    [
      "a system message in the middle",
      {
        prompt: [
          { role: "user", content: "a" },
          { role: "system", content: "b" },
        ],
      },
      "can only be the first",
    ],
    [
      "a mapping of an unknown variable",
      { variableMapping: [{ variable: "other", source: "input" }] },
      "no variable other",
    ],
    [
      "a mapping twice",
      {
        variableMapping: [
          { variable: "answer", source: "input" },
          { variable: "answer", source: "output" },
        ],
      },
      "given twice",
    ],
    ["an invalid path", { variableMapping: [{ variable: "answer", source: "input", jsonPath: "a" }] }, "jsonPath"],
    [
      "one category",
      { outputDefinition: { dataType: "CATEGORICAL", categories: ["a"], shouldAllowMultipleMatches: false } },
      "categories",
    ],
    [
      "a range with minimum above maximum",
      { outputDefinition: { dataType: "NUMERIC", minValue: 2, maxValue: 1 } },
      "is above",
    ],
  ])("is rejected with %s", async (_, fields, reason) => {
    const { status, body } = await evaluator({ ...JUDGE, ...fields });
    expect([status, body["code"], JSON.stringify(body)]).toEqual([
      400,
      "invalid_request",
      expect.stringContaining(reason),
    ]);
  });

  test("with a model requires a connection to it", async () => {
    const judge = { ...JUDGE, modelConfig: { provider: "connected", model: "m" } };
    expect((await evaluator(judge)).status).toBe(412);
    await call("PUT", "/llm-connections", { provider: "connected", adapter: "openai", secretKey: "s" });
    expect((await evaluator(judge)).status).toBe(201);
  });

  test("is removed from its rules when deleted, and a rule without evaluators is disabled", async () => {
    const [{ body: a }, { body: b }] = [await evaluator(CODE), await evaluator(CODE)];
    const assigned = [{ evaluatorId: a.id }, { evaluatorId: b.id }];
    const { body: made } = await rule({ enabled: true, evaluatorAssignments: assigned });
    expect((await call("GET", `/v2/evaluators/${a.id}`)).body["evaluationRuleAssignments"]).toEqual([
      { evaluationRuleId: made.id, variableMappingOverride: null },
    ]);
    const read = async (): Promise<unknown> => (await call("GET", `/v2/evaluation-rules/${made.id}`)).body;
    expect((await call("DELETE", `/v2/evaluators/${a.id}`)).body).toEqual({ id: a.id });
    expect(await read()).toMatchObject({ enabled: true, evaluatorAssignments: [{ evaluatorId: b.id }] });
    await call("DELETE", `/v2/evaluators/${b.id}`);
    expect(await read()).toMatchObject({ enabled: false, evaluatorAssignments: [] });
    expect((await call("GET", `/v2/evaluators/${a.id}/versions`)).status).toBe(404);
    expect((await call("DELETE", `/v2/evaluators/${a.id}`)).status).toBe(404);
  });
});

describe("a rule", () => {
  test("is created, changed and deleted", async () => {
    const { body: judge } = await evaluator(JUDGE);
    const filter = [{ type: "stringOptions", column: "type", operator: "any of", value: ["GENERATION"] }];
    const evaluatorAssignments = [
      { evaluatorId: judge.id, variableMapping: [{ variable: "answer", source: "output" }] },
    ];
    const { status, body } = await rule({ enabled: true, sampling: 0.5, filter, evaluatorAssignments });
    expect([status, body]).toMatchObject([
      201,
      { enabled: true, sampling: 0.5, filter, evaluatorAssignments, createdBy: null },
    ]);
    const path = `/v2/evaluation-rules/${body.id}`;
    expect((await call("PATCH", path, { name: "renamed" })).body).toMatchObject({
      name: "renamed",
      enabled: true,
      filter,
    });
    expect((await call("PATCH", path, { evaluatorAssignments: [] })).body).toMatchObject({
      enabled: false,
      evaluatorAssignments: [],
    });
    expect((await call("PATCH", path, { enabled: true })).status).toBe(400);
    expect((await call("DELETE", path)).body).toEqual({ id: body.id });
    expect((await call("GET", path)).status).toBe(404);
  });

  test("applies to all observations without sampling and filter", async () => {
    expect((await rule({})).body).toMatchObject({ sampling: 1, filter: [], enabled: false });
  });

  test.each<[string, Record<string, unknown>]>([
    ["no evaluator although enabled", { enabled: true }],
    ["an unknown evaluator", { evaluatorAssignments: [{ evaluatorId: "nowhere" }] }],
    ["sampling above 1", { sampling: 1.1 }],
    ["sampling null", { sampling: null }],
    ["a filter of another type", { filter: [{ type: "string", column: "name", operator: "=", value: "n" }] }],
    [
      "a filter with another operator",
      { filter: [{ type: "stringOptions", column: "name", operator: "=", value: ["n"] }] },
    ],
    [
      "a filter on an unknown column",
      { filter: [{ type: "stringOptions", column: "latency", operator: "any of", value: ["1"] }] },
    ],
    [
      "a filter on metadata without key",
      { filter: [{ type: "stringObject", column: "metadata", operator: "=", value: "a" }] },
    ],
  ])("is rejected with %s", async (_, fields) => {
    const { status, body } = await rule(fields);
    expect([status, body["code"]]).toEqual([400, "invalid_request"]);
  });

  test("is in a list with pages, newest first", async () => {
    for (const name of ["x", "y", "z"]) await rule({ name });
    const { body } = await call("GET", "/v2/evaluation-rules?limit=2");
    expect(body.data.map(({ name }) => name)).toEqual(["z", "y"]);
    const { body: next } = await call("GET", `/v2/evaluation-rules?limit=1&cursor=${body.meta.cursor}`);
    expect(next.data.map(({ name }) => name)).toEqual(["x"]);
    expect((await call("GET", "/v2/evaluation-rules?cursor=nonsense")).status).toBe(400);
  });
});
