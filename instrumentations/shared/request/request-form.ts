import type { Fields } from "@svc/core/internal";

/** Form of the requests of an endpoint. */
export interface RequestForm {
  readonly library: {
    readonly name: string;
    /** Request fields with content for the model. Of a request that is sent as JSON, arrays and objects in them stay the text. */
    readonly textFields: ReadonlySet<string>;
    /** Absent for an SDK made by Stainless. */
    readonly transport?: Transport;
  };
  /** End of the requests' path. Empty where the client sends no other request during the call. */
  readonly path: string;
  /** Field of what the application passed that completes the observation's name. Default: `model`. */
  readonly subject?: "model" | "dataSource";
  /**
   * Returns the fields to record, from those that were sent to `url`. Without a `url` no request was sent, and the fields are those that
   * the application passed. Absent where the fields are recorded as they are.
   */
  readonly fieldsOf?: (body: Fields, url: string | undefined) => Fields;
  /** Parameters that are sent as a header: the header's name by the parameter's. A list is sent as one text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request fields that hold files. Such a request is a form, and its files are described. */
  readonly files?: readonly string[];
  /** True when the request is what the application passed, read before the call, because its client does not show what it sends. */
  readonly readsPassed?: true;
  /** Returns the fields of what the application passed, for a client whose requests are not seen where it sends them. */
  readonly fieldsOfPassed?: (passed: unknown) => Fields;
}

/** Way in which the objects of a package reach the network. */
export interface Transport {
  /** Field in which an object with model calls keeps its client; absent where each such object is a client itself. */
  readonly client?: string;
  /**
   * Method with which a client sends a request, serialised and prepared: `(url, init)` and further arguments. Absent where no
   * request is seen, and where the package has another way to report its requests.
   */
  readonly send?: string;
  /** Returns the URL and an object with the body, from other arguments than `(url, init)`. */
  readonly requestIn?: (args: readonly unknown[]) => readonly [url: unknown, init: unknown];
}
