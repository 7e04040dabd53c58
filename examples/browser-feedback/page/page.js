// Asks the server, shows its answer, and sends the visitor's judgement as a score.
const client = new svc.SvcBrowserClient(await (await fetch("/settings")).json());
const answer = document.querySelector("#answer");
const judgement = document.querySelector("#judgement");
let traceId;

document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  void ask(new FormData(event.target).get("question"));
});

async function ask(question) {
  const headers = { "content-type": "application/json" };
  const response = await fetch("/answers", { method: "POST", headers, body: JSON.stringify({ question }) });
  const given = await response.json();
  traceId = given.traceId;
  answer.textContent = given.answer;
  judgement.hidden = false;
}

judgement.addEventListener("click", (event) => void judge(Number(event.target.value)));

async function judge(value) {
  await client.score({ traceId, name: "helpful", value, dataType: "BOOLEAN" });
  judgement.textContent = "Thank you.";
}
