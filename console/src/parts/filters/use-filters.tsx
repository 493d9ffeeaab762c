import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Given, OperationField } from '../../service/operation-fields.ts'
import { Problem } from '../../service/problem.ts'
import type { Asked } from '../../service/use-answer.ts'
import { Button } from '../button.tsx'
import { Refused } from '../states.tsx'
import type { Facets } from './facets.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterButton, FilterDialog } from './filter-dialog.tsx'

interface FiltersOptions {
  readonly fields: readonly OperationField[]
  readonly given: Given
  /** The call that the filters are part of. */
  readonly asked: Asked<unknown>
  /** The counts of its result, where it gave them. */
  readonly facets?: Facets | undefined
  /** The text of the button that asks. */
  readonly action: string
  readonly onChange: (change: Given) => void
}

/** The parts of a view that its filters need; each stands where the view puts it. */
export interface Filters {
  readonly button: ComponentChildren
  readonly chips: ComponentChildren
  /** Is there while the filters are open. */
  readonly dialog: ComponentChildren
  /** Says why the call was refused, and leads to the filters where the service has something against one. */
  readonly refused: ComponentChildren
}

export function useFilters({ fields, given, asked, facets, action, onChange }: FiltersOptions): Filters {
  const [isOpen, setOpen] = useState(false)
  const failure = asked.state === 'failed' ? asked.failure : undefined
  const problems = failure instanceof Problem ? (failure.document.errors ?? []) : []
  const open = () => setOpen(true)
  return {
    button: <FilterButton set={fields.filter(({ name }) => given[name]).length} onClick={open} />,
    chips: <FilterChips fields={fields} given={given} onChange={onChange} />,
    dialog: isOpen && (
      <FilterDialog
        fields={fields}
        given={given}
        problems={problems}
        facets={facets}
        action={action}
        onApply={onChange}
        onClose={() => setOpen(false)}
      />
    ),
    refused: asked.state === 'failed' && (
      <Refused failure={asked.failure} again={asked.again}>
        {problems.length > 0 && <Button onClick={open}>Change the filters</Button>}
      </Refused>
    ),
  }
}
