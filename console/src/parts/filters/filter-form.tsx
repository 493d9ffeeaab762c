import './filters.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { applies, type FormValues, type OperationField } from '../../service/operation-fields.ts'
import type { ParameterProblem } from '../../service/problem.ts'
import { Empty } from '../states.tsx'
import type { Facets } from './facets.ts'
import { FilterField } from './filter-field.tsx'
import { groupsOf } from './groups.ts'
import { labelOf } from './labels.ts'

interface FilterFormProps {
  readonly fields: readonly OperationField[]
  readonly given: FormValues
  /** Values that the service refused. */
  readonly problems: readonly ParameterProblem[]
  /** The counts of the current result. */
  readonly facets: Facets | undefined
  /** Called with the changed values; an empty text removes a value. */
  readonly onChange: (change: FormValues) => void
}

/**
 * All applicable filters, with a search box. The most used filters come first; all other filters are in collapsed
 * groups.
 */
export function FilterForm({ fields, given, problems, facets, onChange }: FilterFormProps) {
  const [wanted, setWanted] = useState('')
  const shown = fields.filter((field) => applies(field, given) && isWanted(field, wanted))
  const problemOf = ({ name }: OperationField) => problems.find(({ parameter }) => parameter === name)?.detail
  const entered = (field: OperationField) => (
    <FilterField
      key={field.name}
      field={field}
      given={given}
      problem={problemOf(field)}
      facets={facets}
      onChange={(text) => onChange({ [field.name]: text })}
    />
  )
  const { first, groups } = groupsOf(shown)
  return (
    <div class="filters">
      <input
        type="search"
        class="filters-find"
        aria-label="Find a filter"
        placeholder="Find a filter"
        value={wanted}
        onInput={({ currentTarget }) => setWanted(currentTarget.value)}
      />
      {shown.length === 0 && <Empty title="No filter found" text="Try another word or another status." />}
      {first.length > 0 && <div class="filters-fields">{first.map(entered)}</div>}
      {groups.map(({ title, own }) => {
        const set = own.filter(({ name }) => given[name]).length
        return (
          <Group
            key={title}
            title={title}
            set={set}
            inside={own.map(labelOf).join(' · ')}
            isOpen={set > 0 || own.some((field) => problemOf(field) !== undefined)}
            isAllShown={wanted !== '' || first.length === 0}
          >
            {own.map(entered)}
          </Group>
        )
      })}
    </div>
  )
}

interface GroupProps {
  readonly title: string
  /** Number of active filters in the group. */
  readonly set: number
  /** The labels of the group's fields, shown while the group is collapsed. */
  readonly inside: string
  /** Whether the group starts expanded. */
  readonly isOpen: boolean
  /** Expands every group, so that all fields found by the search box are visible. */
  readonly isAllShown: boolean
  readonly children: ComponentChildren
}

function Group({ title, set, inside, isOpen: wasSet, isAllShown, children }: GroupProps) {
  const [isOpen, setOpen] = useState(wasSet)
  return (
    <details
      class="filters-group"
      open={isOpen || isAllShown}
      onToggle={({ currentTarget }) => !isAllShown && setOpen(currentTarget.open)}
      // the browser explains an invalid value only if its field is visible, so the group is expanded
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true
      }}
    >
      <summary>
        <h3>{title}</h3>
        {set > 0 && (
          <span class="badge" title={`${set} set`}>
            {set}
          </span>
        )}
        <span class="filters-inside quiet" aria-hidden="true">
          {inside}
        </span>
      </summary>
      <div class="filters-fields">{children}</div>
    </details>
  )
}

function isWanted(field: OperationField, wanted: string): boolean {
  const text = `${labelOf(field)} ${field.name} ${field.says}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
