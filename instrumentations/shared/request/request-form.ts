import type { Fields } from "@svc/core/internal";
import type { Transport } from "./transport.ts";

/** Body that the application gave. */
export interface GivenBody {
  readonly text: string;
  /** Whom the body is for, in the place of a URL. */
  readonly target: string;
}

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
  /** Field of what the application gave that completes the observation's name. Default: `model`. */
  readonly subject?: "model" | "dataSource";
  /**
   * Returns the fields to record, from those that were sent to `url`, or to the target of a {@link GivenBody}. Without a `url` no
   * request was sent, and the fields are those that the application gave. Absent where the fields are recorded as they are.
   */
  readonly fieldsOf?: (body: Fields, url: string | undefined) => Fields;
  /** Parameters that are sent as a header: the header's name by the parameter's. A list is sent as one text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request fields that hold files. Such a request is a form, and its files are described. */
  readonly files?: readonly string[];
  /** True when the request is what the application gave, read before the call, because its client does not show what it sends. */
  readonly readsGiven?: true;
  /**
   * Returns the JSON text of the body in what the application gave, for a client whose requests are not seen where it sends them.
   * Undefined where more than the body and the target decide the fields; {@link RequestForm.fieldsOfGiven} then gives them.
   */
  readonly bodyOfGiven?: (given: unknown) => GivenBody | undefined;
  /**
   * Returns the JSON text of the body that such a client sent, where the client shows it. It is read when the call has its answer.
   * Undefined where more than the body and the target decide the fields.
   */
  readonly bodyOfSent?: (sent: unknown, given: unknown) => GivenBody | undefined;
  /** Returns the fields of what the application gave, for such a client. */
  readonly fieldsOfGiven?: (given: unknown) => Fields;
}
