import { type ReactElement, lazy } from "react";
import { DialogButton } from "../components/dialog-button.tsx";

const SavedViewList = lazy(async () => ({ default: (await import("./saved-view-list.tsx")).SavedViewList }));

/** Button that opens the views that the project keeps: filter, search, columns, order and time of the list, each with its address. */
export function SavedViews(): ReactElement {
  return <DialogButton title="Views">{(close) => <SavedViewList onClose={close} />}</DialogButton>;
}
