import { useState } from 'preact/hooks'
import type { FormValues, OperationField } from '../../service/operation-fields.ts'
import type { ParameterProblem } from '../../service/problem.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { counted } from '../format.ts'
import type { Facets } from './facets.ts'
import { FilterForm } from './filter-form.tsx'

interface FilterDialogProps {
  readonly fields: readonly OperationField[]
  readonly given: FormValues
  readonly problems: readonly ParameterProblem[]
  readonly facets: Facets | undefined
  /** Label of the button that starts the search. */
  readonly action: string
  readonly onApply: (change: FormValues) => void
  readonly onClose: () => void
}

/** A dialog with all filters. It searches only on submit, because each search is charged. */
export function FilterDialog({ fields, given, problems, facets, action, onApply, onClose }: FilterDialogProps) {
  const [draft, setDraft] = useState<FormValues>(given)
  const set = fields.filter(({ name }) => draft[name])
  const isChanged = fields.some(({ name }) => (draft[name] ?? '') !== (given[name] ?? ''))
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
          facets={facets}
          onChange={(change) => setDraft((last) => ({ ...last, ...change }))}
        />
        <div class="row end filter-dialog-end">
          {facets && isChanged && <small class="quiet">Counts are for the current search, before your changes.</small>}
          {set.length > 0 && (
            <Button
              kind="quiet"
              onClick={() =>
                setDraft((last) => ({ ...last, ...Object.fromEntries(set.map(({ name }) => [name, ''])) }))
              }
            >
              Reset {counted(set.length, 'filter')}
            </Button>
          )}
          <Button kind="main" type="submit">
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A button that opens the dialog and shows the number of active filters. */
export function FilterButton({ set, onClick }: { set: number; onClick: () => void }) {
  return (
    <Button onClick={onClick} label={set === 0 ? 'Filters' : `Filters, ${set} set`}>
      Filters{set > 0 && <span class="badge">{set}</span>}
    </Button>
  )
}
