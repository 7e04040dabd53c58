import { ask } from "../../ask.js";

export async function GET() {
  return new Response(await ask());
}
