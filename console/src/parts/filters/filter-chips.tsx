import './filters.css'
import type { FormValues } from '../../service/operation-fields.ts'
import { applies, type OperationField } from '../../service/operation-fields.ts'
import { chipText, valueLabel } from './labels.ts'

interface FilterChipsProps {
  readonly fields: readonly OperationField[]
  readonly given: FormValues
  readonly onChange: (change: FormValues) => void
}

/** Whether the default value of a filter excludes results. */
function narrows({ entry, standard }: OperationField): boolean {
  return entry.kind === 'one' && standard !== '' && valueLabel(standard) !== 'Any'
}

/** Shows the active filters, each with a button that removes it. Also shows the filters that apply by default. */
export function FilterChips({ fields, given, onChange }: FilterChipsProps) {
  const set = fields.filter((field) => given[field.name])
  const standing = fields.filter((field) => !given[field.name] && applies(field, given) && narrows(field))
  if (set.length === 0 && standing.length === 0) return null
  return (
    <ul class="chips" aria-label="Active filters">
      {set.map((field) => {
        const text = chipText(field, given[field.name] ?? '')
        const isIdle = !applies(field, given)
        return (
          <li key={field.name}>
            <button
              type="button"
              class={isIdle ? 'chip idle' : 'chip'}
              title={isIdle ? 'This filter has no effect with this status' : field.says}
              aria-label={`Remove ${text}`}
              onClick={() => onChange({ [field.name]: '' })}
            >
              {text}
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M7 7l10 10M17 7 7 17" />
              </svg>
            </button>
          </li>
        )
      })}
      {standing.map((field) => (
        <li key={field.name} class="chip idle standing" title={field.says}>
          {chipText(field, field.standard)}
        </li>
      ))}
      {set.length > 1 && (
        <li>
          <button
            type="button"
            class="chip plain"
            onClick={() => onChange(Object.fromEntries(set.map(({ name }) => [name, ''])))}
          >
            Reset all
          </button>
        </li>
      )}
    </ul>
  )
}
