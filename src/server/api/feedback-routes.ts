import type { SubmitFeedbackRequest } from "@svc/core/api";
import { Documents } from "../storage/documents.ts";
import { Answer } from "./routing/answer.ts";
import { type Route, route } from "./routing/route.ts";

/** Feedback of users on the service. It stays in the database of this machine. */
export const feedbackRoutes: readonly Route[] = [
  route("feedback_submit", async ({ service, projectId, body }) => {
    const { targetType, target, feedback: text, goal, referenceUrl } = body;
    const content = { targetType, target, feedback: text, goal, referenceUrl };
    const { id } = await feedback.insert(service.records, projectId, content);
    service.log(`feedback on the ${targetType} ${JSON.stringify(target)} was stored with the id ${id}`);
    return new Answer(201, { id });
  }),
];

const feedback = new Documents<SubmitFeedbackRequest>("feedback");
