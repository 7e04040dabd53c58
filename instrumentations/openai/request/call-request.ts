import { isFields, textOf, type Fields } from "@svc/core/internal";
import type { Operation } from "../call/operation.ts";
import { ownData } from "./plain-data.ts";
import { fieldsAsGiven, fieldsOfBody, fieldsOfHeaders } from "./sent-body.ts";

/**
 * Request of one call, read where it is sent. The object that the application gave can give another value each time it is read,
 * and reading it would run its getters once more than without this package.
 */
export class CallRequest {
  /** Model that was sent or, until then, the model in the application's body if it is plain data. */
  model: string | undefined;
  /** True when the observation has a name of its own, and not one made of the model. */
  hasOwnName = false;
  readonly #operation: Operation;
  readonly #client: unknown;
  /** Body that the application gave, until the request is sent. */
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
   * Returns the fields of a request that a client sends, when it is the request of this call. Returns undefined for another
   * request, for one that is sent again unchanged, and for one that cannot be read.
   */
  sent(client: unknown, url: unknown, init: unknown): Fields | undefined {
    const body = ownData(init, "body");
    if (!this.#isOwn(client, url) || (this.#isSent && body === this.#body)) return undefined;
    this.#isSent = true;
    this.#body = body;
    const given = this.#given;
    this.#given = undefined;
    const { files, headers } = this.#operation;
    // A form can be sent as a stream, which only the SDK may read.
    const fields = fieldsOfBody(body, given) ?? (files && isFields(given) ? fieldsAsGiven(given, files) : undefined);
    return fields && headers ? { ...fields, ...fieldsOfHeaders(ownData(init, "headers"), headers) } : fields;
  }

  /** Returns the plain data of the body that the application gave, for a call of which no request was seen. */
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
