import { changedGroups } from "../../test/groups/passed-groups.ts";

/** Workflow that tests every commit of main, of which a release is one. */
const WORKFLOW = "ci.yml";

/** Time within which GitHub has to answer. */
const TIMEOUT_MS = 30_000;

/**
 * Returns why a commit may not be released, with the remedy: a release runs no tests, so the workflow `ci.yml` must have passed for the
 * commit. A job of GitHub has the variables that say which commit that is; the token is handed to it.
 */
export async function refusalsOfTests(env: NodeJS.ProcessEnv = process.env): Promise<readonly string[]> {
  const { GITHUB_API_URL: url, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit, GITHUB_TOKEN: token } = env;
  if (!url || !repository || !commit || !token)
    return [`Whether ${WORKFLOW} has passed for the commit is known only on GitHub: run the workflow publish.yml.`];
  const query = new URLSearchParams({ head_sha: commit, event: "push", status: "success", per_page: "1" });
  try {
    const answer = await fetch(`${url}/repos/${repository}/actions/workflows/${WORKFLOW}/runs?${query.toString()}`, {
      headers: { accept: "application/vnd.github+json", authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const { total_count: passed } = (await answer.json()) as { total_count?: number };
    if (passed === undefined) throw new Error("no count of runs");
    if (passed > 0) return [];
    return [`The workflow ${WORKFLOW} has not passed for the commit ${commit}: wait for it, or mend what fails.`];
  } catch (error) {
    const { message } = error as Error;
    return [`GitHub does not say whether ${WORKFLOW} has passed for the commit (${message}): run the workflow again.`];
  }
}

/** Returns why files may not be released, with the remedy: each group of tests must have passed with the files that it has now. */
export function refusalsOfGroups(root: string): readonly string[] {
  const changed = changedGroups(root).map(({ name }) => name);
  if (changed.length === 0) return [];
  return [
    `Files have changed since these tests passed: ${changed.join(", ")}. Run \`npm run test:full\`, and commit test/groups/passed-groups.json.`,
  ];
}
