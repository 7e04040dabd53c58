export async function register() {
  // The import stays inside of this block: Next.js compiles the file for its edge runtime, too, where no preload can run.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { start } = await import("@svc/register/start");
    start();
  }
}
