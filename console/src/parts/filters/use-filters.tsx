import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { FormValues, OperationField } from '../../service/operation-fields.ts'
import { Problem } from '../../service/problem.ts'
import type { AnswerState } from '../../service/use-answer.ts'
import { Button } from '../button.tsx'
import { Refused } from '../states.tsx'
import type { Facets } from './facets.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterButton, FilterDialog } from './filter-dialog.tsx'

interface FiltersOptions {
  readonly fields: readonly OperationField[]
  readonly given: FormValues
  /** The request that the filters apply to. */
  readonly asked: AnswerState<unknown>
  /** The counts of the request's result, if available. */
  readonly facets?: Facets | undefined
  /** Label of the button that starts the search. */
  readonly action: string
  readonly onChange: (change: FormValues) => void
}

/** The elements for filters. The view decides where each element goes. */
export interface Filters {
  readonly button: ComponentChildren
  readonly chips: ComponentChildren
  /** Present while the dialog is open. */
  readonly dialog: ComponentChildren
  /** Explains why the request was refused. If a filter caused the refusal, a button opens the filters. */
  readonly refused: ComponentChildren
}

export function useFilters({ fields, given, asked, facets, action, onChange }: FiltersOptions): Filters {
  const [isOpen, setOpen] = useState(false)
  const failure = asked.state === 'failed' ? asked.failure : undefined
  const document = failure instanceof Problem ? failure.document : undefined
  const problems = document?.errors?.map((problem) => ({ detail: document.detail, ...problem })) ?? []
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
