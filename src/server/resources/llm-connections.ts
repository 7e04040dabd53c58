import { Documents } from "../storage/documents.ts";

/** Connection to the models of a provider, without the secrets. */
export interface LlmConnection {
  /** Name of the connection, unique in the project. */
  provider: string;
  adapter: string;
  /** Masked key. */
  displaySecretKey: string;
  baseURL: string | null;
  customModels: string[];
  withDefaultModels: boolean;
  /** Names of the extra headers. */
  extraHeaderKeys: string[];
  config: Record<string, unknown> | null;
}

export const llmConnections: Documents<LlmConnection> = new Documents<LlmConnection>("llm-connection");
