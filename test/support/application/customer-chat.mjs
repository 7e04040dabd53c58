// Runs the example application once for each question of a customer, in one session: `customer-chat.mjs SESSION USER QUESTION...`.
// The application itself knows nothing of sessions.
import { propagateAttributes, startActiveObservation } from "@svc/tracing";

const [sessionId, userId, ...questions] = process.argv.slice(2);
const application = new URL("../../../examples/support-agent/app.js", import.meta.url);

for (const [turn, question] of questions.entries()) {
  process.argv[2] = question;
  const answer = async () => import(`${application.href}?turn=${turn}`);
  await propagateAttributes({ sessionId, userId, tags: ["shop"] }, () =>
    startActiveObservation("answer a customer", answer),
  );
}
