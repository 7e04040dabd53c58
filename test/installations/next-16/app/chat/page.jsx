"use client";
import { useChat } from "@ai-sdk/react";

export default function Page() {
  const { messages, sendMessage } = useChat();
  const texts = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "text").map(({ text }) => text));
  return <button onClick={() => void sendMessage({ text: "Say hello." })}>{texts.join("\n") || "Ask"}</button>;
}
