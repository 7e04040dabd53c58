import type { ReactElement } from "react";
import { durationText } from "../components/format.ts";
import type { SiblingGroup } from "./sibling-groups.ts";
import type { TraceTree, TreeNode } from "./trace-tree.ts";

interface TimeBarProps {
  node: TreeNode;
  tree: TraceTree;
  /** Group whose whole time the bar shows. */
  group: SiblingGroup | undefined;
  /** Undefined while the critical path is not marked. */
  isCritical: boolean | undefined;
}

/** Time of an observation within that of its trace, with a mark at the first token. */
export function TimeBar({ node, tree, group, isCritical }: TimeBarProps): ReactElement {
  const { start, firstToken, observation } = node;
  const end = group?.end ?? node.end;
  const length = tree.end - tree.start;
  const percent = (milliseconds: number): number => (length === 0 ? 0 : (100 * milliseconds) / length);
  const left = Math.min(99, percent(start - tree.start));
  const width = length === 0 ? 100 : Math.max(0.5, percent(end - start));
  const isFailed = observation.level === "ERROR" || (group?.failed ?? 0) > 0;
  const colour = isFailed ? "bg-red" : isCritical ? "bg-amber" : "bg-link";
  const look = `${isCritical === false ? "opacity-30" : ""} ${group === undefined ? "" : "bar-of-group"}`;
  return (
    <div className="flex items-center gap-2">
      <div className="bg-canvas relative h-3 min-w-0 flex-1 rounded-sm">
        <div
          className={`absolute inset-y-0 rounded-sm ${colour} ${look}`}
          style={{ left: `${left}%`, width: `${Math.min(width, 100 - left)}%` }}
        />
        {firstToken !== undefined && group === undefined && (
          <div
            data-first-token
            title={`first token after ${durationText(firstToken - start)}`}
            className={`absolute -inset-y-0.5 w-0.5 ${isCritical ? "bg-text" : "bg-amber"}`}
            style={{ left: `${Math.max(0, Math.min(100, percent(firstToken - tree.start)))}%` }}
          />
        )}
      </div>
      <span className="text-soft w-16 shrink-0 text-right text-xs tabular-nums">{durationText(end - start)}</span>
    </div>
  );
}
