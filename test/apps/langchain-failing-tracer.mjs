// Loaded after the preload: from here on no span of LangChain can be started.
import { setSvcTracerProvider } from "@svc/tracing";
import { trace } from "@opentelemetry/api";

const isCalledByLangChain = ({ stack }) =>
  stack.split("\n").slice(2, 5).join().includes("/register/dist/svc-langchain.cjs");
const provider = trace.getTracerProvider();
setSvcTracerProvider({
  getTracer(...args) {
    const tracer = provider.getTracer(...args);
    return {
      startActiveSpan: tracer.startActiveSpan.bind(tracer),
      startSpan(...span) {
        if (isCalledByLangChain(new Error())) throw new Error("The tracer is broken");
        return tracer.startSpan(...span);
      },
    };
  },
});
