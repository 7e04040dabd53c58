import { afterAll, beforeAll, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { attributeOf, startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { type LocalService, startLocalService } from "../../support/server/local-service.ts";

let [service, own]: [LocalService, ExportSink] = [] as never;
beforeAll(async () => {
  [service, own] = await Promise.all([startLocalService(), startExportSink(0, ["/v1/traces"])]);
  for (const name of ["langchain-vector-stores", "pgvector"]) await installed(name);
}, 240_000);
afterAll(() => Promise.all([service.stop(), own.close()]));

test("records a search by a retriever of LangChain once, and a search of its store where the client makes it", async () => {
  const recorded = await new PlayedProgram(service).play("langchain-vector-stores", "main.mjs");
  expect(
    recorded.map(({ type, name, parentObservationId, input }) => [type, name, parentObservationId, input]),
  ).toEqual([
    ["RETRIEVER", "VectorStoreRetriever", null, "soup by retriever"],
    ["RETRIEVER", "retrieval recipes", null, expect.stringMatching(/dimensions/)],
    ["RETRIEVER", "VectorStoreRetriever", null, "soup by retriever"],
    ["RETRIEVER", "retrieval recipes", null, expect.stringMatching(/dimensions/)],
  ]);
}, 60_000);

test("leaves a search with pgvector a span of the database, which goes to the application's own endpoint", async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: own.url };
  expect(await new PlayedProgram(service).play("pgvector", "main.mjs", env)).toEqual([]);
  const query = own.spans.find(({ name }) => name.startsWith("pg.query"))!;
  expect(attributeOf(query, "db.statement") ?? attributeOf(query, "db.query.text")).toContain("embedding <->");
  expect(attributeOf(query, "svc.observation.type")).toBeUndefined();
}, 60_000);
