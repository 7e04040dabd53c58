import { types } from "#platform/types";
import { context, type Context } from "@opentelemetry/api";
import {
  createContextStorage,
  isFields,
  recordedCallIn,
  textOf,
  type ContextStorage,
  type Fields,
  type RecordedCall,
} from "@svc/core/internal";
import { hasOwnField, ownData } from "../data/plain-data.ts";
import { logFault } from "../log-fault.ts";
import { patchForGood, topOwnerOf, type Method } from "../patching/patch.ts";
import type { RequestForm, Transport } from "./request-form.ts";
import { plainFields, fieldsOfBody, withFieldsOfHeaders } from "./request-body.ts";

/** Field in which a client of an SDK made by Stainless keeps its options, among them the headers of all requests. */
const CLIENT_OPTIONS = "_options";

/** Receiver of the requests that are sent in its context. */
export interface Sender extends RecordedCall {
  /** Called for every request that a client sends, that of the call or another one. */
  sends(client: unknown, url: unknown, init: unknown): void;
}

/**
 * Request of one call, read where it is sent. The object that the application passed can give another value each time it is read,
 * and reading it would run its getters once more than without this package.
 */
export class CallRequest {
  /**
   * Subject of the call. A model is the one that was sent or, until then, that in the application's body if it is plain data.
   */
  subject: string | undefined;
  /** True when the observation has a name of its own, and not one made of the model. */
  hasOwnName = false;
  /** Options that the application passed beside the body. */
  options: unknown;
  readonly #form: RequestForm;
  readonly #client: unknown;
  /** Body that the application passed, until the request is sent. */
  #passed: unknown;
  #body: unknown;
  #isSent = false;

  constructor(form: RequestForm, client: unknown, passed: unknown) {
    this.#form = form;
    this.#client = client;
    this.#passed = passed;
    this.subject = textOf(ownData(passed, form.subject ?? "model"));
  }

  /**
   * Returns the fields of the request that a client sends, when it is the request of this call. Returns undefined for another request,
   * for one that is sent again unchanged, and for one that cannot be read.
   */
  fieldsSent(client: unknown, url: unknown, init: unknown): Fields | undefined {
    if (!isFields(init) || !this.#isOwn(client, url)) return undefined;
    const { body } = init;
    if (this.#isSent && body === this.#body) return undefined;
    const { library, files, fieldsOf, headers } = this.#form;
    this.#body = body;
    this.#isSent = true;
    const passed = this.#passed;
    const mayHaveHeaders = headers !== undefined && this.#mayHave(headers);
    this.#passed = undefined;
    this.options = undefined;
    // A form can be sent as a stream, which only the SDK may read.
    const fields =
      fieldsOfBody(body, passed, library.textFields) ??
      (files && isFields(passed) ? plainFields(passed, files) : undefined);
    if (fields === undefined) return undefined;
    const sent = mayHaveHeaders ? withFieldsOfHeaders(fields, init.headers, headers) : fields;
    return fieldsOf ? fieldsOf(sent, url) : sent;
  }

  /** Returns the plain data of the body that the application passed, for a call of which no request was seen. */
  fieldsPassed(): Fields | undefined {
    if (this.#isSent) return undefined;
    this.#isSent = true;
    const { fieldsOfPassed } = this.#form;
    const passed = this.#passed;
    this.#passed = undefined;
    this.options = undefined;
    if (fieldsOfPassed) return fieldsOfPassed(passed);
    const { fieldsOf, files = [] } = this.#form;
    const fields = plainFields(passed, files);
    return fieldsOf ? fieldsOf(fields, undefined) : fields;
  }

  /** Returns false when nobody has passed a header, as a parameter or otherwise: to look for one in a request takes its time. */
  #mayHave(headers: Readonly<Record<string, string>>): boolean {
    for (const parameter in headers) if (hasOwnField(this.#passed, parameter)) return true;
    const ofClient = isFields(this.#client) ? this.#client[CLIENT_OPTIONS] : undefined;
    return hasOwnField(this.options, "headers") || !isFields(ofClient) || isFields(ofClient.defaultHeaders);
  }

  #isOwn(client: unknown, url: unknown): url is string {
    if (typeof url !== "string" || (this.#client !== undefined && client !== this.#client)) return false;
    const query = url.indexOf("?");
    return (query === -1 ? url : url.slice(0, query)).endsWith(this.#form.path);
  }
}

type WatchedLibrary = Pick<RequestForm["library"], "name" | "transport">;

/** Prototypes of clients that are patched to report their requests, as far as the patch is possible. */
const watched = new WeakSet<object>();

/** Patches the class of a client, so that all clients of the class report the requests that they send. */
export function watchRequests(client: unknown, library: WatchedLibrary): void {
  if (!isFields(client) || types.isProxy(client)) return;
  const prototype: unknown = Object.getPrototypeOf(client);
  if (!isFields(prototype) || watched.has(prototype)) return;
  watched.add(prototype);
  const { send } = transportOf(library);
  const owner = send === undefined ? undefined : topOwnerOf(client, send);
  // The patch stays for good: outside of calls it does nothing.
  if (owner && send !== undefined) patchForGood(owner, send, (method) => reporting(method, library));
}

function reporting(method: Method, library: WatchedLibrary): Method {
  return function send(this: unknown, ...args: unknown[]): unknown {
    reportRequest(library, this, args);
    return Reflect.apply(method, this, args);
  };
}

/** Reports a request of a client to the call that it is sent in. `args` are those that the package sends it with. */
function reportRequest(library: WatchedLibrary, client: unknown, args: readonly unknown[]): void {
  try {
    const sender = senderIn(context.active());
    if (sender === undefined) return;
    const { requestIn } = transportOf(library);
    const request = requestIn ? requestIn(args) : args;
    sender.sends(client, request[0], request[1]);
  } catch (error) {
    logFault(library, "a request", error);
  }
}

/** Storage for applications whose OpenTelemetry does not carry contexts along. */
let ownStorage: ContextStorage | undefined;
let carriesContexts = false;

/** Calls a method in a context. Requests that the method sends are reported to the sender of the context. */
export function callIn(ctx: Context, method: Method, self: unknown, args: readonly unknown[]): unknown {
  carriesContexts ||= context.with(ctx, () => context.active()) === ctx;
  if (carriesContexts) return context.with(ctx, method, self, ...args);
  ownStorage ??= createContextStorage();
  return ownStorage.run(ctx, () => Reflect.apply(method, self, args));
}

function senderIn(active: Context): Sender | undefined {
  const ctx = carriesContexts ? active : ownStorage?.getStore();
  return ctx && (recordedCallIn(ctx) as Sender | undefined);
}

/** Transport of an SDK made by Stainless. Its client sends each attempt anew. */
const STAINLESS: Transport = { client: "_client", send: "fetchWithTimeout" };

/** Returns the transport of a package. */
export function transportOf({ transport }: { readonly transport?: Transport }): Transport {
  return transport ?? STAINLESS;
}

/** Returns the client of an object with model calls, if it is data. */
export function clientIn(resource: unknown, library: { readonly transport?: Transport }): unknown {
  const { client } = transportOf(library);
  return client === undefined ? resource : ownData(resource, client);
}
