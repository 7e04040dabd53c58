import { invalidParameter, notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import { providerAddress } from "../../playground/provider-address.ts";
import { keyVariableProblem } from "../../playground/provider-keys.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import { type LlmConnection, llmConnections } from "../../resources/llm-connections.ts";
import { Answer } from "../routing/answer.ts";
import { documentAnswer } from "../document-answer.ts";
import { pageAnswer } from "../list-answer.ts";
import { type Route, route } from "../routing/route.ts";

/** Name of a header of HTTP (RFC 9110, section 5.1). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Connections to model providers. Of a secret that is sent, only the last characters are kept: the playground has its keys from the environment. */
export const llmConnectionRoutes: readonly Route[] = [
  route("llmConnections_list", async ({ service, projectId, query }) => {
    const page = readPage(query);
    return pageAnswer(page, await llmConnections.page(service.records, projectId, page), documentAnswer);
  }),

  route("llmConnections_upsert", async ({ service, projectId, body }) => {
    const { records } = service;
    const { provider, adapter, secretKey, baseURL = null, customModels = [], config = null } = body;
    const problem = keyVariableProblem(config, process.env);
    if (problem !== undefined) throw invalidParameter("config", problem);
    if (baseURL !== null && providerAddress(baseURL) === undefined) {
      throw invalidParameter("baseURL", "an http address without credentials is expected");
    }
    const extraHeaderKeys = Object.keys(body.extraHeaders ?? {});
    const wrong = extraHeaderKeys.find((name) => !HEADER_NAME.test(name));
    if (wrong !== undefined) throw invalidParameter("extraHeaders", `${JSON.stringify(wrong)} is no name of a header`);
    const content: LlmConnection = {
      provider,
      adapter,
      displaySecretKey: masked(secretKey),
      baseURL,
      customModels,
      withDefaultModels: body.withDefaultModels ?? true,
      extraHeaderKeys,
      config,
    };
    return retryOnConflict(async () => {
      const known = await llmConnections.findByKey(records, projectId, provider);
      if (known === undefined) {
        const inserted = await llmConnections.insert(records, projectId, content, { uniqueKey: provider });
        return new Answer(201, documentAnswer(inserted));
      }
      await records.write([llmConnections.replacement(projectId, { ...known, content })]);
      return documentAnswer({ ...known, content, updatedAt: Date.now() });
    });
  }),

  route("llmConnections_delete", async ({ service, projectId, params: { id } }) => {
    if (!(await llmConnections.remove(service.records, projectId, id))) throw notFound("LLM connection", id);
    return { message: "LLM connection successfully deleted" };
  }),
];

/** Returns the last 4 characters of a key, by which its owner knows the key. Hides a key of less than 16 characters. */
function masked(secretKey: string): string {
  return secretKey.length < 16 ? "..." : `...${secretKey.slice(-4)}`;
}
