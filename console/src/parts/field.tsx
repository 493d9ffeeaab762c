import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly hint?: string
  readonly problem?: string
  /** The input, with the id that its label names and the id of what is said about it. */
  readonly children: (id: string, described: string | undefined) => ComponentChildren
}

/** An input with its label, a hint, and what is wrong with it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  const says = problem ?? hint
  const described = says === undefined ? undefined : `${id}-says`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, described)}
      {says !== undefined && (
        <small
          id={described}
          class={problem === undefined ? 'quiet' : 'problem'}
          role={problem === undefined ? undefined : 'alert'}
        >
          {says}
        </small>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly chosen: string
  /** The titles of the values, by value. */
  readonly choices: Readonly<Record<string, string>>
  readonly onChoose: (value: string) => void
}

/** One of a few values. */
export function Choice({ label, chosen, choices, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          {Object.entries(choices).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
