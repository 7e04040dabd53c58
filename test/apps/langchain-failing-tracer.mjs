// Loaded after the preload: from here on no span of LangChain can be started.
import { setSvcTracerProvider } from "@svc/tracing";
import { trace } from "@opentelemetry/api";

const provider = trace.getTracerProvider();
setSvcTracerProvider({
  getTracer(...args) {
    const tracer = provider.getTracer(...args);
    const isOfLangChain = () => new Error().stack.includes("/instrumentations/langchain/");
    return {
      startActiveSpan: tracer.startActiveSpan.bind(tracer),
      startSpan(...span) {
        if (isOfLangChain()) throw new Error("The tracer is broken");
        return tracer.startSpan(...span);
      },
    };
  },
});
