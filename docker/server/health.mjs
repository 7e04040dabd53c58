// The health check of the image: ends with 0 when the service answers. SVC_BASE_URL names its address when it is not the default.
const address = process.env.SVC_BASE_URL ?? "http://127.0.0.1:3000";
const response = await fetch(new URL("/api/public/health", address));
if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
