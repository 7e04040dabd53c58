import { isFields, textOf, type Fields } from "@svc/core";
import type { Operation } from "../call/operation.ts";
import { ownData } from "./plain-data.ts";
import { fieldsAsGiven, fieldsOfBody, fieldsOfHeaders } from "./sent-body.ts";

/**
 * The request of one call. It is read where it is sent: what the application gave can answer otherwise each time that it is
 * read, and would be read once more than without us.
 */
export class CallRequest {
  /** The model that was sent or, until then, the one that the application has named in a way that can be read. */
  model: string | undefined;
  /** Whether the observation has a name of its own, and not that of the model. */
  hasOwnName = false;
  readonly #operation: Operation;
  readonly #client: unknown;
  /** What the application gave as body, until the request is sent. */
  #given: unknown;
  #body: unknown;
  #isSent = false;

  constructor(operation: Operation, client: unknown, given: unknown) {
    this.#operation = operation;
    this.#client = client;
    this.#given = given;
    this.model = textOf(ownData(given, "model"));
  }

  /**
   * The fields of what a client sends, when it is the request of this call. Undefined when it is another one, when it is
   * sent again as it was, and when it cannot be read.
   */
  sent(client: unknown, url: unknown, init: unknown): Fields | undefined {
    const body = ownData(init, "body");
    if (!this.#isOwn(client, url) || (this.#isSent && body === this.#body)) return undefined;
    this.#isSent = true;
    this.#body = body;
    const given = this.#given;
    this.#given = undefined;
    const { files, headers } = this.#operation;
    // A form can be sent as a stream, which nobody else may read.
    const fields = fieldsOfBody(body, given) ?? (files && isFields(given) ? fieldsAsGiven(given, files) : undefined);
    return fields && headers ? { ...fields, ...fieldsOfHeaders(ownData(init, "headers"), headers) } : fields;
  }

  /** What the application gave, as far as it is data, for a call of which no request was seen. */
  unsent(): Fields | undefined {
    if (this.#isSent) return undefined;
    this.#isSent = true;
    return fieldsAsGiven(this.#given, this.#operation.files ?? []);
  }

  #isOwn(client: unknown, url: unknown): boolean {
    if (typeof url !== "string" || (this.#client !== undefined && client !== this.#client)) return false;
    const query = url.indexOf("?");
    return (query === -1 ? url : url.slice(0, query)).endsWith(this.#operation.path);
  }
}
