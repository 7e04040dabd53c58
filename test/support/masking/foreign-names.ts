/**
 * Names of attributes in which instrumentations, conventions and applications put texts, one or more of each vocabulary, and invented ones of
 * vocabularies that do not exist yet.
 */
export const FOREIGN_NAMES: readonly string[] = [
  // The AI SDK.
  "ai.request.headers.authorization",
  "ai.request.headers.x-custom",
  "ai.settings.stopSequences",
  "ai.settings.context.note",
  "ai.prompt.messages",
  "ai.response.text",
  "ai.schema.description",
  // OpenInference.
  "llm.invocation_parameters",
  "metadata",
  "embedding.text",
  "llm.prompts.0.prompt.text",
  "llm.choices.0.completion.text",
  "llm.input_messages.0.message.content",
  "tool.description",
  "tool.parameters",
  "input.value",
  // OpenLLMetry.
  "llm.request.functions.0.description",
  "traceloop.association.properties.customer",
  "traceloop.prompt.template_variables",
  "traceloop.entity.input",
  // OpenTelemetry's conventions.
  "gen_ai.input.messages",
  "gen_ai.request.stop_sequences",
  "gen_ai.retrieval.query",
  "gen_ai.agent.description",
  "gen_ai.tool.call.arguments",
  "mcp.request.argument.city",
  "db.query.text",
  "url.full",
  "http.request.header.authorization",
  "exception.message",
  "exception.stacktrace",
  "error.message",
  "code.function.name",
  "process.command_args",
  "process.command",
  "process.owner",
  "host.name",
  // Other frameworks.
  "genkit:metadata:context",
  "genkit:input",
  "lk.user_input",
  "lk.chat_ctx",
  "logfire.msg",
  "flue.turn.input",
  "mlflow.spanInputs",
  "pydantic_ai.all_messages",
  // Ours, beside input and output.
  "svc.observation.model.parameters",
  "svc.experiment.description",
  "svc.experiment.item.expected_output",
  "svc.observation.anything_new",
  // Invented.
  "acme.customer.note",
  "note",
  "gen_ai.some_new_thing.text",
  "llm.usages",
  "user.identity",
  "model.description",
  "service.named",
];
