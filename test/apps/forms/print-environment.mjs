// The value that the application sees of a variable that the SDK would act on by itself.
console.log(process.env.OTEL_LOG_LEVEL);
