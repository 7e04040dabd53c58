import { Documents } from "../storage/documents.ts";
import { Answer, type ApiRequest, type Route } from "./route.ts";

/** Feedback of users on the service. It stays in the database of this machine. */
export const feedbackRoutes: readonly Route[] = [{ operation: "feedback_submit", handle: submit }];

const feedback = new Documents<object>("feedback");

async function submit({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const { targetType, target, feedback: text, goal, referenceUrl } = body as Record<string, string>;
  const { id } = await feedback.insert(service.records, projectId, {
    targetType,
    target,
    feedback: text,
    goal,
    referenceUrl,
  });
  service.log(`feedback on the ${targetType} ${JSON.stringify(target)} was kept as ${id}`);
  return new Answer(201, { id });
}
