import { type FormEvent, type ReactElement, useId } from "react";
import { projectAddress } from "../data/kept-projects.ts";
import { signedIn } from "../data/signed-in.ts";

/** Field for the id of a project, which opens it. */
export function OtherProject(): ReactElement {
  const hint = useId();
  return (
    <form onSubmit={openGiven} aria-label="Another project">
      <div className="flex gap-2">
        <input
          aria-label="Id of another project"
          aria-describedby={hint}
          name="project"
          required
          placeholder="project id"
          className="field min-w-0 flex-1"
        />
        <button type="submit" className="button">
          Open
        </button>
      </div>
      <p id={hint} className="text-soft mt-1 text-xs">
        {signedIn() === undefined &&
          "The browser asks for a key pair of the project: the public key as name, the secret key as password. "}
        A new project and its pair come from <code>svc-server keys --project NAME</code>.
      </p>
    </form>
  );
}

function openGiven(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault();
  const given = new FormData(event.currentTarget).get("project");
  if (typeof given === "string" && given.trim() !== "") location.assign(projectAddress(given.trim()));
}
