export * from "@svc/core/api";
