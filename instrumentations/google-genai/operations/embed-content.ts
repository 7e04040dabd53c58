import { countOf, isFields, listOf, readUsage, type Fields, type TokenUsage } from "@svc/core/internal";
import { onlyOrAll, ownData, type Answer, type Operation, types } from "@svc/instrumentation";
import { GOOGLE_GENAI } from "../library.ts";
import { requestFields } from "../request-fields.ts";
import { modalities } from "../token-usage.ts";

/** `embedContent`. The number and the length of the vectors are recorded, not the vectors. */
export const embedContent: Operation = {
  library: GOOGLE_GENAI,
  name: "embeddings",
  type: "embedding",
  // The path differs by API and by model.
  path: "",
  fieldsOf: (body, url) => requestFields(isFields(listOf(body.requests)[0]) ? ofRequests(body) : body, url),
  parameters: new Set(["autoTruncate", "outputDimensionality", "taskType", "title"]),
  input: (body) => body.contents ?? body.content ?? body.instances,
  answer: embeddingAnswer,
  // The vectors are too long to be searched.
  readsItself: true,
};

/** Returns the contents of the requests of a batch beside the parameters, which the requests repeat. */
function ofRequests({ requests }: Fields): Fields {
  const all = listOf(requests).filter((request) => isFields(request));
  return { ...all[0], content: undefined, contents: onlyOrAll(all.map(({ content }) => content)) };
}

function embeddingAnswer(data: unknown): Answer {
  if (!isFields(data) || types.isProxy(data)) return {};
  const embeddings = ownData(data, "embeddings");
  const vectors: readonly unknown[] = types.isProxy(embeddings) ? [] : listOf(embeddings);
  const values = ownData(vectors[0], "values");
  const dimensions = !types.isProxy(values) && Array.isArray(values) ? values.length : undefined;
  const reported = ownData(data, "usageMetadata");
  return {
    output: { count: vectors.length, ...(dimensions !== undefined && { dimensions }) },
    usage: readUsage(reported) ?? usageOfVectors(vectors),
    metadata: modalities(isFields(reported) ? reported : undefined),
    dimensions,
  };
}

/** Reads the tokens that Vertex AI counts for each vector. */
function usageOfVectors(vectors: readonly unknown[]): TokenUsage | undefined {
  const counts = vectors.map((vector) => countOf(ownData(ownData(vector, "statistics"), "tokenCount")));
  const isCounted = counts.some((count) => count !== undefined);
  return isCounted
    ? readUsage({ promptTokenCount: counts.reduce((sum: number, count) => sum + (count ?? 0), 0) })
    : undefined;
}
