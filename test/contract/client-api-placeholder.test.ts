import { SvcAPIClient, SvcAPITimeoutError } from "@svc/core/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  answerJson,
  type RecordingService,
  respondWith,
  startRecordingService,
} from "../support/http/recording-service.ts";

/** The 41 methods that take neither query parameters nor a body, with their identifiers. */
const METHODS: Array<[method: string, ...identifiers: Array<string | number>]> = [
  ["annotationQueues.getQueue", "q"],
  ["annotationQueues.getQueueItem", "q", "i"],
  ["annotationQueues.deleteQueueItem", "q", "i"],
  ["blobStorageIntegrations.getBlobStorageIntegrations"],
  ["blobStorageIntegrations.getBlobStorageIntegrationStatus", "i"],
  ["blobStorageIntegrations.deleteBlobStorageIntegration", "i"],
  ["comments.getById", "c"],
  ["datasetItems.get", "i"],
  ["datasetItems.delete", "i"],
  ["datasets.get", "d"],
  ["evaluationRules.get", "r"],
  ["evaluationRules.delete", "r"],
  ["evaluators.get", "e"],
  ["evaluators.delete", "e"],
  ["health.health"],
  ["llmConnections.delete", "l"],
  ["media.get", "m"],
  ["models.get", "m"],
  ["models.delete", "m"],
  ["organizations.getOrganizationMemberships"],
  ["organizations.getProjectMemberships", "p"],
  ["organizations.getOrganizationProjects"],
  ["organizations.getOrganizationApiKeys"],
  ["projects.get"],
  ["projects.delete", "p"],
  ["projects.getApiKeys", "p"],
  ["projects.deleteApiKey", "p", "k"],
  ["scim.getServiceProviderConfig"],
  ["scim.getResourceTypes"],
  ["scim.getSchemas"],
  ["scim.getUser", "u"],
  ["scim.deleteUser", "u"],
  ["scoreConfigs.getById", "c"],
  ["scores.delete", "s"],
  ["trace.delete", "t"],
  ["unstable.dashboardWidgets.get", "w"],
  ["unstable.dashboardWidgets.delete", "w"],
  ["unstable.dashboards.get", "d"],
  ["unstable.dashboards.delete", "d"],
  ["unstable.dashboards.deletePlacement", "d", "p"],
  ["unstable.skills.deleteVersion", "s", 2],
];

let service: RecordingService;
let api: SvcAPIClient;
/** Service that never answers. It is separate, because an abandoned call may arrive during the next test. */
let silentService: RecordingService;
let silentApi: SvcAPIClient;

beforeAll(async () => {
  service = await startRecordingService();
  api = new SvcAPIClient({ baseUrl: service.url });
  silentService = await startRecordingService();
  silentService.answer = () => {};
  silentApi = new SvcAPIClient({ baseUrl: silentService.url });
});
beforeEach(() => service.reset());
afterAll(() => Promise.all([service.close(), silentService.close()]));

function call(name: string, ...args: unknown[]): Promise<unknown> {
  return callOn(api, name, ...args);
}

function callOn(api: SvcAPIClient, name: string, ...args: unknown[]): Promise<unknown> {
  const path = name.split(".");
  const method = path.pop()!;
  const group = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], api);
  return (group as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]!(...args);
}

describe("Request placeholder", () => {
  it("is accepted by 41 methods", () => expect(METHODS).toHaveLength(41));

  describe.each(METHODS)("%s", (name, ...identifiers) => {
    it("accepts headers and retries after the placeholder", async () => {
      service.answer = (response, nth) => answerJson(response, nth === 1 ? 503 : 200, {}, { "retry-after": "0" });
      await call(name, ...identifiers, {}, { maxRetries: 1, headers: { "X-Test": "here" } });
      expect(service.requests.map(({ headers }) => headers["x-test"])).toEqual(["here", "here"]);
      expect(service.requests.map(({ body }) => body)).toEqual([undefined, undefined]);

      service.reset();
      service.answer = respondWith(503, {}, { "retry-after": "0" });
      await expect(call(name, ...identifiers, {}, { maxRetries: 0 })).rejects.toMatchObject({ statusCode: 503 });
      expect(service.requests).toHaveLength(1);
    });

    it("accepts the timeout after the placeholder", async () => {
      const answer = callOn(silentApi, name, ...identifiers, {}, { timeoutInSeconds: 0.02 });
      await expect(answer).rejects.toBeInstanceOf(SvcAPITimeoutError);
    });

    it("ignores options in the placeholder's position, in plain JavaScript", async () => {
      await call(name, ...identifiers, { headers: { "x-test": "here" } });
      expect(service.requests.map(({ headers }) => headers["x-test"])).toEqual([undefined]);
    });
  });
});
