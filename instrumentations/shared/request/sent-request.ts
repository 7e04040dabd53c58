import { context, createContextKey, type Context } from "@opentelemetry/api";
import { isFields, textOf, type Fields } from "@svc/core/internal";
import { AsyncLocalStorage } from "node:async_hooks";
import { types } from "node:util";
import { ownData } from "../data/plain-data.ts";
import { logFault } from "../log-fault.ts";
import { patchForGood, topOwnerOf, type Method } from "../patching/patch.ts";
import { fieldsAsGiven, fieldsOfBody, fieldsOfHeaders } from "./sent-body.ts";

/**
 * Method with which a client of an SDK made by Stainless sends a request, serialised and prepared, on each attempt:
 * `(url, init, ms, controller)`.
 */
const SEND = "fetchWithTimeout";

const CALL = createContextKey("svc_recorded_call");

/** Receiver of the requests that are sent in its context. */
export interface Sender {
  /** Called for every request that a client sends, that of the call or another one. */
  sends(client: unknown, url: unknown, init: unknown): void;
}

/** Form of the requests of an endpoint. */
export interface RequestForm {
  readonly library: {
    readonly name: string;
    /** Request fields with content for the model, which stay the JSON text that was sent. */
    readonly textFields: ReadonlySet<string>;
  };
  /** Path of the requests, below the base address of the client. */
  readonly path: string;
  /** Parameters that are sent as a header: the header's name by the parameter's. A list is sent as one text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request fields that hold files. Such a request is a form, and its files are described. */
  readonly files?: readonly string[];
}

/**
 * Request of one call, read where it is sent. The object that the application gave can give another value each time it is read,
 * and reading it would run its getters once more than without this package.
 */
export class SentRequest {
  /** Model that was sent or, until then, the model in the application's body if it is plain data. */
  model: string | undefined;
  /** True when the observation has a name of its own, and not one made of the model. */
  hasOwnName = false;
  readonly #form: RequestForm;
  readonly #client: unknown;
  /** Body that the application gave, until the request is sent. */
  #given: unknown;
  #body: unknown;
  #isSent = false;

  constructor(form: RequestForm, client: unknown, given: unknown) {
    this.#form = form;
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
    const { files, headers, library } = this.#form;
    // A form can be sent as a stream, which only the SDK may read.
    const fields =
      fieldsOfBody(body, given, library.textFields) ??
      (files && isFields(given) ? fieldsAsGiven(given, files) : undefined);
    return fields && headers ? { ...fields, ...fieldsOfHeaders(ownData(init, "headers"), headers) } : fields;
  }

  /** Returns the plain data of the body that the application gave, for a call of which no request was seen. */
  unsent(): Fields | undefined {
    if (this.#isSent) return undefined;
    this.#isSent = true;
    return fieldsAsGiven(this.#given, this.#form.files ?? []);
  }

  #isOwn(client: unknown, url: unknown): boolean {
    if (typeof url !== "string" || (this.#client !== undefined && client !== this.#client)) return false;
    const query = url.indexOf("?");
    return (query === -1 ? url : url.slice(0, query)).endsWith(this.#form.path);
  }
}

/** Prototypes of clients that are patched to report their requests, as far as the patch is possible. */
const watched = new WeakSet<object>();

/** Patches the class of a client, so that all clients of the class report the requests that they send. */
export function watchRequests(client: unknown, library: { readonly name: string }): void {
  if (!isFields(client) || types.isProxy(client)) return;
  const prototype: unknown = Object.getPrototypeOf(client);
  if (!isFields(prototype) || watched.has(prototype)) return;
  watched.add(prototype);
  const owner = topOwnerOf(client, SEND);
  // The patch stays for good: outside of calls it does nothing.
  if (owner) patchForGood(owner, SEND, (method) => reporting(method, library));
}

function reporting(method: Method, library: { readonly name: string }): Method {
  return function send(this: unknown, ...args: unknown[]): unknown {
    try {
      senderIn(context.active())?.sends(this, args[0], args[1]);
    } catch (error) {
      logFault(library, "a request", error);
    }
    return Reflect.apply(method, this, args);
  };
}

/** Returns a context in which requests are reported to the sender. */
export function withSender(ctx: Context, sender: Sender): Context {
  return ctx.setValue(CALL, sender);
}

/** Storage for applications whose OpenTelemetry does not carry contexts along. */
const ownStorage = new AsyncLocalStorage<Context>();
let carriesContexts = false;

/** Calls a method in a context. Requests that the method sends are reported to the sender of the context. */
export function callIn(ctx: Context, method: Method, self: unknown, args: readonly unknown[]): unknown {
  carriesContexts ||= context.with(ctx, () => context.active()) === ctx;
  if (carriesContexts) return context.with(ctx, method, self, ...args);
  return ownStorage.run(ctx, () => Reflect.apply(method, self, args));
}

function senderIn(active: Context): Sender | undefined {
  const ctx = carriesContexts ? active : ownStorage.getStore();
  return ctx?.getValue(CALL) as Sender | undefined;
}
