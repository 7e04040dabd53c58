"use client";
import { useChat } from "@ai-sdk/react";

export default function Page() {
  const { messages, sendMessage } = useChat();

  function ask(event) {
    event.preventDefault();
    void sendMessage({ text: new FormData(event.currentTarget).get("question") });
  }

  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <p key={id}>
          {role}: {parts.map((part) => (part.type === "text" ? part.text : "")).join("")}
        </p>
      ))}
      <form onSubmit={ask}>
        <input name="question" aria-label="Question" defaultValue="When is the tide high?" />
        <button>Ask</button>
      </form>
    </main>
  );
}
