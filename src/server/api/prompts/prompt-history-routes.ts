import { namedError } from "../../http/http-errors.ts";
import { type PromptVersionMeta, listReferrers, listVersions } from "../../resources/prompt-history.ts";
import { recordTimes } from "../record-times.ts";
import { type Route, ownRoute } from "../routing/route.ts";

/** All versions of a prompt at once, for the page. The operations of the API read one version at a time. */
export const promptHistoryRoutes: readonly Route[] = [
  ownRoute(
    { method: "GET", path: "/api/local/prompts/:promptName/history", access: "project" },
    async ({ service: { records }, projectId, params: { promptName } }) => {
      const versions = await listVersions(records, projectId, promptName);
      if (versions.length === 0) throw namedError("SvcNotFoundError", `Prompt not found: ${promptName}`);
      return {
        versions: versions.map(versionAnswer),
        referrers: await listReferrers(records, projectId, promptName),
      };
    },
  ),
];

type VersionAnswer = Omit<PromptVersionMeta, "createdAt" | "updatedAt"> & ReturnType<typeof recordTimes>;

function versionAnswer({ version, labels, commitMessage, ...times }: PromptVersionMeta): VersionAnswer {
  return { version, labels, commitMessage, ...recordTimes(times) };
}
