import { foundOr404, namedError, notFound } from "../../http/http-errors.ts";
import { findProject } from "../../resources/projects.ts";
import { type Route, route } from "../routing/route.ts";

/** Integrations for regular exports to a blob storage. This service makes no such exports, so the list is empty. */
export const blobStorageRoutes: readonly Route[] = [
  route("blobStorageIntegrations_getBlobStorageIntegrations", () => ({ data: [] })),

  route("blobStorageIntegrations_upsertBlobStorageIntegration", async ({ service, body: { projectId } }) => {
    foundOr404(await findProject(service.records, projectId), "project", projectId);
    throw namedError(
      "NotImplementedError",
      "This service exports nothing to a blob storage: read observations page by page, or use `svc-server export`",
    );
  }),

  route("blobStorageIntegrations_getBlobStorageIntegrationStatus", ({ params }) => {
    throw notFound(INTEGRATION, params.id);
  }),

  route("blobStorageIntegrations_deleteBlobStorageIntegration", ({ params }) => {
    throw notFound(INTEGRATION, params.id);
  }),
];

const INTEGRATION = "blob storage integration";
