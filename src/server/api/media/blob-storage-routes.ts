import { namedError, notFound } from "../../http/http-errors.ts";
import { findProject } from "../../stores/projects.ts";
import type { ApiRequest, Route } from "../route.ts";

/** Integrations for regular exports to a blob storage. This service makes no such exports, so the list is empty. */
export const blobStorageRoutes: readonly Route[] = [
  { operation: "blobStorageIntegrations_getBlobStorageIntegrations", handle: () => ({ data: [] }) },
  { operation: "blobStorageIntegrations_upsertBlobStorageIntegration", handle: refuse },
  { operation: "blobStorageIntegrations_getBlobStorageIntegrationStatus", handle: unknown },
  { operation: "blobStorageIntegrations_deleteBlobStorageIntegration", handle: unknown },
];

function refuse({ service, body }: ApiRequest): never {
  const { projectId } = body as { projectId: string };
  if (findProject(service.records, projectId) === undefined) throw notFound("project", projectId);
  throw namedError(
    "NotImplementedError",
    "This service exports nothing to a blob storage: read observations page by page, or use `svc-server export`",
  );
}

function unknown({ params }: ApiRequest): never {
  throw notFound("blob storage integration", params["id"] ?? "");
}
