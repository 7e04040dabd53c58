export { SvcAPIClient } from "./api-client.ts";
export { APIPromise, type RawResponse, type WithRawResponse } from "./api-promise.ts";
export {
  AccessDeniedError,
  BadRequestError,
  BadRequestError as Error,
  MethodNotAllowedError,
  NotFoundError,
  SvcAPIConnectionError,
  SvcAPIError,
  SvcAPITimeoutError,
  UnauthorizedError,
} from "./errors.ts";
export type { NoRequest } from "./group.ts";
export type { QueryValue, RequestOptions } from "./request-options.ts";
export type { SvcAPIClientOptions } from "./transport.ts";
export * from "./types.ts";
