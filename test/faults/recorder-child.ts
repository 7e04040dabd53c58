// Records observations at a steady rate: node recorder-child.ts PER_SECOND SECONDS [CLOCK_JUMP_SECONDS]
// Writes the number of each second that has passed on a line, and at the end the number of observations.
import { startObservation } from "@svc/tracing";

const [perSecond, seconds, clockJump = 0] = process.argv.slice(2).map(Number) as [number, number, number?];
const input = { question: "Where is my order 1042, and when does it arrive?", customer: { id: 4711, plan: "pro" } };
const output = "Your order has left the warehouse and should be with you on Thursday.";

const begin = performance.now();
let made = 0;
let passed = 0;
const timer = setInterval(() => {
  const elapsed = Math.min((performance.now() - begin) / 1_000, seconds);
  while (made < Math.floor(elapsed * perSecond)) startObservation(`work ${made++}`, { input, output }).end();
  for (; passed < Math.floor(elapsed); passed++) {
    process.stdout.write(`second ${passed + 1}\n`);
    if (passed === 0 && clockJump !== 0) jump(clockJump * 1_000);
  }
  if (elapsed < seconds) return;
  clearInterval(timer);
  process.stdout.write(`made ${made}\n`);
}, 10);

/** Sets the clock of the process, as an administrator or NTP sets that of a machine. Monotonic clocks go on. */
function jump(byMs: number): void {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    static override now = (): number => RealDate.now() + byMs;

    constructor(...args: [] | [number | string]) {
      super(args.length === 0 ? RealDate.now() + byMs : args[0]);
    }
  } as DateConstructor;
}
