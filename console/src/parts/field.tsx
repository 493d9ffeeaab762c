import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly hint?: string
  readonly problem?: string
  /** Renders the input. `id` is for its label, `described` names the element with hint and problem. */
  readonly children: (id: string, described: string | undefined) => ComponentChildren
}

/** An input with a label, a hint, and the problem of its value. */
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
  readonly choices: Readonly<Record<string, string>>
  readonly onChoose: (value: string) => void
}

/** A select box for a few values. */
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
