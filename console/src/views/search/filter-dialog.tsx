import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FilterForm, type Given } from '../../parts/filters/filter-form.tsx'
import type { OperationField } from '../../service/operation-fields.ts'
import type { ParameterProblem } from '../../service/problem.ts'

interface FilterDialogProps {
  readonly fields: readonly OperationField[]
  readonly given: Given
  readonly problems: readonly ParameterProblem[]
  readonly onApply: (change: Given) => void
  readonly onClose: () => void
}

/** Nothing is asked until all filters are as they should be: each search is charged. */
export function FilterDialog({ fields, given, problems, onApply, onClose }: FilterDialogProps) {
  const [draft, setDraft] = useState<Given>(given)
  const set = fields.filter(({ name }) => draft[name])
  const apply = (event: Event) => {
    event.preventDefault()
    onApply(Object.fromEntries(fields.map(({ name }) => [name, draft[name] ?? ''])))
    onClose()
  }
  return (
    <Dialog title="Filters" isWide onClose={onClose}>
      <form onSubmit={apply} class="filter-dialog">
        <FilterForm
          fields={fields}
          given={draft}
          problems={problems.filter(({ parameter = '' }) => draft[parameter] === given[parameter])}
          onChange={(change) => setDraft((last) => ({ ...last, ...change }))}
        />
        <div class="row end filter-dialog-end">
          {set.length > 0 && (
            <Button
              kind="quiet"
              onClick={() =>
                setDraft((last) => ({ ...last, ...Object.fromEntries(set.map(({ name }) => [name, ''])) }))
              }
            >
              Reset
            </Button>
          )}
          <Button kind="main" type="submit">
            Show homes
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
