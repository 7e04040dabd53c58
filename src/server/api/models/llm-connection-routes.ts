import { notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import { type LlmConnection, llmConnections } from "../../stores/llm-connections.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";

/** Connections to model providers. The service calls no model and does not keep secrets. */
export const llmConnectionRoutes: readonly Route[] = [
  { operation: "llmConnections_list", handle: list },
  { operation: "llmConnections_upsert", handle: upsert },
  { operation: "llmConnections_delete", handle: remove },
];

type UpsertRequest = Pick<LlmConnection, "provider" | "adapter"> &
  Partial<LlmConnection> & { secretKey: string; extraHeaders?: Record<string, string> };

function list({ service, projectId, query }: ApiRequest): unknown {
  const { data, meta } = llmConnections.page(service.records, projectId, readPage(query));
  return { data: data.map(answer), meta };
}

async function upsert({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const { records } = service;
  const { secretKey, extraHeaders, ...given } = body as UpsertRequest;
  const connection: LlmConnection = {
    provider: given.provider,
    adapter: given.adapter,
    displaySecretKey: masked(secretKey),
    baseURL: given.baseURL ?? null,
    customModels: given.customModels ?? [],
    withDefaultModels: given.withDefaultModels ?? true,
    extraHeaderKeys: Object.keys(extraHeaders ?? {}),
    config: given.config ?? null,
  };
  return retryOnConflict(async () => {
    const known = llmConnections.findByKey(records, projectId, connection.provider);
    if (known === undefined) {
      const uniqueKey = connection.provider;
      return new Answer(201, answer(await llmConnections.insert(records, projectId, connection, { uniqueKey })));
    }
    await records.write([llmConnections.replacement(projectId, { ...known, content: connection })]);
    return answer({ ...known, content: connection, updatedAt: Date.now() });
  });
}

async function remove({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const id = params["id"] ?? "";
  if (!(await llmConnections.remove(service.records, projectId, id))) throw notFound("LLM connection", id);
  return { message: "LLM connection successfully deleted" };
}

/** Returns the last 4 characters of a key, by which its owner knows the key. Hides a key of less than 16 characters. */
function masked(secretKey: string): string {
  return secretKey.length < 16 ? "..." : `...${secretKey.slice(-4)}`;
}

function answer({ id, content, ...times }: Document<LlmConnection>): unknown {
  return { id, ...content, ...recordTimes(times) };
}
