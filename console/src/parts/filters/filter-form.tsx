import './filters.css'
import { useState } from 'preact/hooks'
import { applies, type OperationField } from '../../service/operation-fields.ts'
import type { ParameterProblem } from '../../service/problem.ts'
import { Empty } from '../states.tsx'
import { FilterField } from './filter-field.tsx'
import { GROUP_TITLES, groupOf, labelOf } from './labels.ts'

export type Given = Readonly<Record<string, string>>

interface FilterFormProps {
  readonly fields: readonly OperationField[]
  readonly given: Given
  /** What the service said against values. */
  readonly problems: readonly ParameterProblem[]
  /** An empty text takes a value away. */
  readonly onChange: (change: Given) => void
}

/** Every filter that applies, by groups, with a search over them. */
export function FilterForm({ fields, given, problems, onChange }: FilterFormProps) {
  const [wanted, setWanted] = useState('')
  const shown = fields.filter((field) => applies(field, given) && isWanted(field, wanted))
  const groups = GROUP_TITLES.map((title) => ({ title, own: shown.filter((field) => groupOf(field) === title) }))
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
      {shown.length === 0 && <Empty title="No such filter" text="Another word may find it, or another status." />}
      {groups
        .filter(({ own }) => own.length > 0)
        .map(({ title, own }) => (
          <section key={title} class="filters-group">
            <h3>{title}</h3>
            <div class="filters-fields">
              {own.map((field) => (
                <FilterField
                  key={field.name}
                  field={field}
                  given={given}
                  problem={problems.find(({ parameter }) => parameter === field.name)?.detail}
                  onChange={(text) => onChange({ [field.name]: text })}
                />
              ))}
            </div>
          </section>
        ))}
    </div>
  )
}

function isWanted(field: OperationField, wanted: string): boolean {
  const text = `${labelOf(field)} ${field.name} ${field.says}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
