import { Documents } from "./documents.ts";

/** How models of a provider are reached, without the secrets. */
export interface LlmConnection {
  /** Name of the connection, unique in the project. */
  provider: string;
  adapter: string;
  /** The key, masked. */
  displaySecretKey: string;
  baseURL: string | null;
  customModels: string[];
  withDefaultModels: boolean;
  /** Names of the extra headers. */
  extraHeaderKeys: string[];
  config: Record<string, unknown> | null;
}

/** Every connection. */
export const llmConnections: Documents<LlmConnection> = new Documents<LlmConnection>("llm-connection");
