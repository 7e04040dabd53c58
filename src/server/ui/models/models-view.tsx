import type { Model } from "@svc/core/api";
import type { ReactElement } from "react";
import type { ModelUse } from "../../query/model-use.ts";
import type { Column } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { costText, countText } from "../components/format.ts";
import { PageFrame } from "../components/page-frame.tsx";
import { RecordList } from "../components/record-list.tsx";
import { Permitted } from "../components/permitted.tsx";
import { USE_DAYS, useModelUse, useUsedModels } from "../data/model-use.ts";
import { usePageList } from "../data/page-list.ts";
import { useProject } from "../data/project.tsx";
import { DeleteModel } from "./delete-model.tsx";
import { ModelDialog } from "./model-dialog.tsx";
import { ModelMatch } from "./model-match.tsx";
import { TierPrices } from "./tier-prices.tsx";
import { UnpricedNames } from "./unpriced-names.tsx";

type UsedModel = Model & { readonly use: Omit<ModelUse, "name" | "modelId"> };

const COLUMNS: ReadonlyArray<Column<UsedModel>> = [
  {
    label: "Model",
    cell: ({ modelName }) => <bdi className="block min-w-24 [overflow-wrap:anywhere]">{modelName.slice(0, 300)}</bdi>,
  },
  { label: "USD per million", cell: ({ pricingTiers }) => <TierPrices tiers={pricingTiers} /> },
  { label: "Calls", isNumber: true, isWideOnly: true, cell: ({ use }) => countText(use.calls) },
  { label: "Tokens", isNumber: true, isWideOnly: true, cell: ({ use }) => countText(use.tokens) },
  { label: "Cost", isNumber: true, isWideOnly: true, cell: ({ use }) => costText(use.cost) },
  { label: "Prices of", isWideOnly: true, cell: ({ isSvcManaged }) => (isSvcManaged ? "the service" : "this project") },
  {
    label: "Names",
    isWideOnly: true,
    cell: ({ matchPattern }) => <bdi className="font-mono text-xs break-all">{matchPattern}</bdi>,
  },
  { label: "Change", cell: (model) => !model.isSvcManaged && <Changes model={model} /> },
];

/** Models that the service knows the prices of, those of the project and those in use first, and the ways to have prices of one's own. */
export function ModelsView(): ReactElement {
  const { api } = useProject();
  const list = usePageList<Model>(["models"], (page) => api.models.list(page));
  const { data: use = [], isPending } = useModelUse();
  const { data: used = [], isPending: areUsedPending } = useUsedModels(use);
  return (
    <PageFrame title="Models">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h1 className="mr-2 font-semibold">Models</h1>
        <Permitted change="POST /api/public/models">
          <ModelDialog label="Add a model" />
        </Permitted>
        <ModelMatch />
        <span className="text-soft ml-auto">Use of the last {USE_DAYS} days</span>
      </div>
      <UnpricedNames use={use} />
      <RecordList
        label="Models"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        list={{
          ...list,
          rows: areUsedPending ? [] : withUse(usedBeforeOthers(list.rows, used), use),
          isLoading: list.isLoading || isPending || areUsedPending,
        }}
        empty={<EmptyState title="There is no model">The service knows no prices.</EmptyState>}
      />
    </PageFrame>
  );
}

function Changes({ model }: { model: Model }): ReactElement {
  return (
    <div className="flex flex-wrap gap-1">
      <Permitted change="PUT /api/public/models/:id">
        <ModelDialog label="Edit" model={model} />
      </Permitted>
      <Permitted change="DELETE /api/public/models/:id">
        <DeleteModel model={model} />
      </Permitted>
    </div>
  );
}

/** Puts the models of the project first, then those in use, which may be of a page not read yet, then all others. */
function usedBeforeOthers(listed: readonly Model[], used: readonly Model[]): Model[] {
  const usedIds = new Set(used.map(({ id }) => id));
  const models = [...used, ...listed.filter(({ id }) => !usedIds.has(id))];
  return [...models.filter(({ isSvcManaged }) => !isSvcManaged), ...models.filter(({ isSvcManaged }) => isSvcManaged)];
}

function withUse(models: readonly Model[], use: readonly ModelUse[]): UsedModel[] {
  const ofModel = Map.groupBy(use, ({ modelId }) => modelId);
  return models.map((model) => {
    const total = { calls: 0, tokens: 0, cost: 0 };
    for (const { calls, tokens, cost } of ofModel.get(model.id) ?? []) {
      total.calls += calls;
      total.tokens += tokens;
      total.cost += cost;
    }
    return Object.assign({}, model, { use: total });
  });
}
