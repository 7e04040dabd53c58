export const runtime = "edge";

export async function GET() {
  return new Response("from the edge");
}
