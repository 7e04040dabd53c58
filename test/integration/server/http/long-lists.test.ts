// A body with a long list of wrong values is refused at once: to name all of them would keep every project waiting.
import { expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();
const call = callsOf(() => server);

const LIST = Array.from({ length: 100_000 }, () => ({}));

test.each([
  ["/ingestion", { batch: LIST }, "batch.0.id"],
  ["/v2/prompts", { name: "n", type: "chat", prompt: LIST }, "prompt.0.role"],
  ["/models", { modelName: "m", matchPattern: "m", pricingTiers: LIST }, "pricingTiers.0.name"],
  ["/score-configs", { name: "n", dataType: "CATEGORICAL", categories: LIST }, "categories.0.value"],
])("%s names the first value of its list", async (path, content, name) => {
  const { status, body } = await call("POST", path, content);
  expect([status, body.error[0]?.message]).toEqual([400, expect.stringContaining(name)]);
});

test("a long body has numbers of many digits as the numbers they are nearest to", async () => {
  const config = Object.fromEntries(LIST.slice(0, 2_000).map((_, i) => [`key-${i}`, i]));
  const model = { modelName: "m", matchPattern: "m", unit: "TOKENS", config, inputPrice: 0, outputPrice: 0 };
  const text = JSON.stringify(model).replaceAll('Price":0', 'Price":0.10000000000000000055');
  const { status, body } = await call("POST", "/models", text);
  expect([status, body["inputPrice"], body["outputPrice"]]).toEqual([200, 0.1, 0.1]);
});
