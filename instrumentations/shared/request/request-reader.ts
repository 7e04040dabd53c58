import type { AttributeValue } from "@opentelemetry/api";
import { isFields, type Fields } from "@svc/core/internal";
import { endOfValue, JsonObjectReader } from "../data/json-text.ts";
import type { RequestForm } from "./request-form.ts";
import { fieldsOfBody } from "./sent-body.ts";

/**
 * Settings of a request: all of it but the content. Requests of an operation that follow one another with the same settings share one
 * object, so that work on settings is done once.
 */
export interface RequestSettings {
  /** Number of requests with these settings. */
  uses: number;
  /** Attributes that the settings are written as; absent until they are worth remembering. */
  attributes?: KnownAttributes;
  /** Frame around the content of the requests; absent until it is known, and where the requests have more than one content. */
  frame?: ContentFrame | undefined;
  /** Number of frames that did not fit. */
  misfits: number;
}

/** Attributes as they are written, in their order. */
export type KnownAttributes = ReadonlyArray<readonly [name: string, value: AttributeValue]>;

/** Parts of the requests with the same settings that do not change, around the one field that does: the messages, as a rule. */
export interface ContentFrame {
  /** Model of the requests. */
  readonly model: string | undefined;
  /** Texts of the body before and after the content. */
  readonly bodyStart: string;
  readonly bodyEnd: string;
  /** Texts of the recorded input before and after the content. */
  readonly inputStart: string;
  readonly inputEnd: string;
}

/** Request of a call: its fields, or the content of one of which all else is known. */
export type ReadRequest = FieldsOfRequest | FramedRequest;

/** Request with its fields. */
export interface FieldsOfRequest {
  readonly fields: Fields;
  /** Body that the fields are read from; absent where the application gave them, and where the body alone does not tell them. */
  readonly body?: string;
  readonly settings?: RequestSettings | undefined;
}

/** Request in the frame of the ones before. */
export interface FramedRequest {
  readonly fields: undefined;
  readonly settings: RequestSettings;
  readonly frame: ContentFrame;
  /** JSON text of the content. */
  readonly content: string;
}

/** Value in the place of any content. */
const CONTENT = Symbol("content");

const BRACKET_OPEN = 91;
const BRACE_OPEN = 123;

/** Reader of the requests of one operation, one after the other. */
class RequestReader {
  readonly #form: RequestForm;
  readonly #reader: JsonObjectReader;
  #url: string | undefined;
  #settings: RequestSettings | undefined;
  /** Names of the fields that the application gave last, their values, and their settings. */
  #givenNames: readonly string[] = [];
  #givenValues: readonly unknown[] = [];
  #settingsOfGiven: RequestSettings | undefined;

  constructor(form: RequestForm) {
    this.#form = form;
    this.#reader = new JsonObjectReader(form.library.textFields);
  }

  /** Returns the fields of a body that alone does not tell the settings, as {@link fieldsOfBody} does. */
  fieldsOf(body: unknown, given: unknown): Fields | undefined {
    // The next body may repeat this one, and not the one that the settings are known of.
    this.#settings = undefined;
    return fieldsOfBody(body, given, this.#reader);
  }

  /** Reads the JSON text of a request that is sent to this URL; undefined for a text that cannot be read. */
  read(body: string, url: string): ReadRequest | undefined {
    const known = this.#settings;
    if (known?.frame !== undefined && this.#url === url && known.attributes !== undefined) {
      const content = contentIn(known.frame, body);
      if (content !== undefined) return { fields: undefined, settings: known, frame: known.frame, content };
    }
    const { fieldsOf } = this.#form;
    const fields = fieldsOfBody(body, undefined, this.#reader);
    if (fields === undefined) return undefined;
    const settings = this.#settingsAt(url);
    return { fields: fieldsOf ? fieldsOf(fields, url) : fields, body, settings };
  }

  /** Returns the settings of fields that the application gave; undefined where a field without content is an object. */
  settingsOf(fields: Fields): RequestSettings | undefined {
    const names = Object.keys(fields);
    if (this.#settingsOfGiven === undefined || !this.#repeatsGiven(fields, names)) {
      const { textFields } = this.#form.library;
      const values = names.map((name) => (textFields.has(name) ? CONTENT : fields[name]));
      if (values.some((value) => isFields(value))) return undefined;
      this.#givenNames = names;
      this.#givenValues = values;
      this.#settingsOfGiven = { uses: 0, misfits: 0 };
    }
    this.#settingsOfGiven.uses++;
    return this.#settingsOfGiven;
  }

  #repeatsGiven(fields: Fields, names: readonly string[]): boolean {
    if (names.length !== this.#givenNames.length) return false;
    for (let place = 0; place < names.length; place++) {
      const name = names[place]!;
      if (name !== this.#givenNames[place]) return false;
      const value = this.#givenValues[place];
      if (value !== CONTENT && value !== fields[name]) return false;
    }
    return true;
  }

  /** Returns the settings of the body that was read last, sent to this URL. */
  #settingsAt(url: string): RequestSettings {
    let settings = this.#settings;
    if (settings === undefined || !this.#reader.isRepeated || this.#url !== url) {
      this.#url = url;
      this.#settings = settings = { uses: 0, misfits: 0 };
    } else if (settings.frame !== undefined) {
      settings.frame = undefined;
      settings.misfits++;
    }
    settings.uses++;
    return settings;
  }
}

/** Returns the JSON text of the content of a body in this frame; undefined for a body with another frame. */
function contentIn({ bodyStart, bodyEnd }: ContentFrame, body: string): string | undefined {
  if (!body.startsWith(bodyStart) || !body.endsWith(bodyEnd)) return undefined;
  const start = bodyStart.length;
  const end = body.length - bodyEnd.length;
  const first = body.charCodeAt(start);
  if ((first !== BRACKET_OPEN && first !== BRACE_OPEN) || endOfValue(body, start) !== end) return undefined;
  return body.slice(start, end);
}

const readers = new WeakMap<RequestForm, RequestReader>();

/** Returns the reader of the requests of an operation. */
export function readerOf(form: RequestForm): RequestReader {
  let reader = readers.get(form);
  if (reader === undefined) readers.set(form, (reader = new RequestReader(form)));
  return reader;
}
