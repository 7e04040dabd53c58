import { expect } from "vitest";
import type { EngineService } from "../storage/storage-engines.ts";
import { answerProblem } from "./api-document.ts";

/** User as SCIM answers it. */
export interface ScimAnswer extends Record<string, unknown> {
  readonly id: string;
  readonly userName: string;
  readonly active: boolean;
  readonly detail: string;
  readonly scimType?: string;
  readonly totalResults: number;
  readonly Resources: readonly ScimAnswer[];
}

/** Answer to a request, with its media type. */
interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly body: ScimAnswer;
}

/** Function that sends a request as an identity provider does. An answer that the API document does not allow fails the test. */
export type ScimCall = (method: string, path: string, body?: unknown) => Promise<Answered>;

/** Returns a function that calls SCIM with the secret key of the organization alone, in SCIM's own media type. */
export function scimCallsOf(url: () => string, secretKey: () => string): ScimCall {
  return async (method, path, body) => {
    const whole = `/api/public/scim${path}`;
    const response = await fetch(url() + whole, {
      method,
      headers: {
        authorization: `Bearer ${secretKey()}`,
        accept: "application/scim+json",
        ...(body !== undefined && { "content-type": "application/scim+json; charset=utf-8" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === "" ? undefined : JSON.parse(text)) as ScimAnswer;
    expect(answerProblem(method, whole, response.status, answer)).toBeUndefined();
    return { status: response.status, type: response.headers.get("content-type"), body: answer };
  };
}

/** Makes a key pair of the organization with the command, and returns it. */
export async function organizationPair(
  service: Pick<EngineService, "command">,
): Promise<{ publicKey: string; secretKey: string }> {
  const { stdout } = await service.command("keys", "--organization");
  const [publicKey = "", secretKey = ""] = stdout.split("\n").map((line) => line.slice(line.indexOf("=") + 1));
  return { publicKey, secretKey };
}
