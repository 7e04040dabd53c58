export { flush } from "@svc/otel";
