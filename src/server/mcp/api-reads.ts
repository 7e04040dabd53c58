import { ObservationReads, withQuery, type Query, parseExactJson } from "@svc/core/internal";

/** Function that requests a path below `/api/public` with GET, with the credentials of whoever asks. */
export type Ask = (path: string) => Promise<Response>;

/** Problem of a tool's call whose message tells a model what to do. */
export class ToolProblem extends Error {
  /** Status with which the API refused; undefined for any other problem. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Most characters of an error that a model gets to read. */
const MOST_OF_AN_ERROR = 2_000;

/** Reads of the tools through the API. */
export class ApiReads extends ObservationReads {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    super();
    this.#ask = ask;
  }

  /** Returns the answer of a path. Throws a {@link ToolProblem} with the words of the API when the API refuses. */
  async json<Answer>(path: string, parameters: Query = {}): Promise<Answer> {
    const response = await this.#ask(withQuery(path, parameters));
    const text = await response.text();
    if (!response.ok) throw new ToolProblem(refusal(response.status, text), response.status);
    try {
      return parseExactJson(text) as Answer;
    } catch {
      throw new ToolProblem("The service does not answer in JSON: SVC_BASE_URL must be the address of the service.");
    }
  }
}

function refusal(status: number, text: string): string {
  if (status === 401 || status === 403) {
    return `The service refuses the keys (status ${status}): check SVC_PUBLIC_KEY and SVC_SECRET_KEY. ${messageIn(text)}`;
  }
  return `The service answers with status ${status}: ${messageIn(text)}`;
}

/** Returns the message of an error of the API, with the problems that it lists. */
function messageIn(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    const problems = Array.isArray(error) ? error.map((item: { message?: unknown }) => String(item.message)) : [];
    return [String(message), ...problems].join(". ").slice(0, MOST_OF_AN_ERROR);
  } catch {
    return text.slice(0, MOST_OF_AN_ERROR);
  }
}
