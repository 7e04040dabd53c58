// Loaded after the preload: from here on spans can be started, but nothing can be said of them, nor can they be ended.
import { setSvcTracerProvider } from "@svc/tracing";
import { trace } from "@opentelemetry/api";

const isCalledByLangChain = ({ stack }) =>
  stack.split("\n").slice(2, 5).join().includes("/register/dist/svc-langchain.cjs");
const provider = trace.getTracerProvider();
const broken = () => {
  throw new Error("The span is broken");
};
setSvcTracerProvider({
  getTracer(...args) {
    const tracer = provider.getTracer(...args);
    return {
      startActiveSpan: tracer.startActiveSpan.bind(tracer),
      startSpan(...span) {
        const started = tracer.startSpan(...span);
        if (!isCalledByLangChain(new Error())) return started;
        return Object.assign(started, { isRecording: broken, setAttribute: broken, setStatus: broken, end: broken });
      },
    };
  },
});
