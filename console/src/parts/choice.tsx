import { Field } from './field.tsx'

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
