import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { endsOf, type OperationField, rangeText, valuesBeside } from '../../service/operation-fields.ts'
import { Field } from '../field.tsx'
import type { Given } from './filter-form.tsx'
import { firstSentence, labelOf, valueLabel } from './labels.ts'

interface FilterFieldProps {
  readonly field: OperationField
  readonly given: Given
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
}

/** One parameter, entered as its kind of value is. */
export function FilterField({ field, given, problem, onChange }: FilterFieldProps) {
  const { entry, name, standard, says } = field
  const text = given[name] ?? ''
  const label = labelOf(field)
  const told = { label, hint: hintOf(label, says), ...(problem !== undefined && { problem }) }
  if (entry.kind === 'several')
    return (
      <Group {...told}>
        {valuesBeside(field, given).map((value) => (
          <Check key={value} label={value} text={text} value={value} onChange={onChange} />
        ))}
      </Group>
    )
  if (entry.kind === 'range') return <Range {...told} unit={entry.unit} text={text} onChange={onChange} />
  return (
    <Field {...told}>
      {(id, described) => {
        const shared = { id, 'aria-describedby': described, 'aria-invalid': problem !== undefined }
        if (entry.kind === 'one' || entry.kind === 'flag') {
          const values = entry.kind === 'flag' ? ['true', 'false'] : valuesBeside(field, given)
          return (
            <select {...shared} value={text} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
              <option value="">{standard === '' ? 'Any' : valueLabel(standard)}</option>
              {values
                .filter((value) => value !== standard)
                .map((value) => (
                  <option key={value} value={value}>
                    {shown(value)}
                  </option>
                ))}
            </select>
          )
        }
        const type = { number: 'number', day: 'date', text: 'text' }[entry.kind]
        const limits =
          entry.kind === 'number'
            ? { ...(entry.least !== undefined && { min: entry.least }), step: 'any' }
            : entry.kind === 'text' && entry.longest !== undefined
              ? { maxLength: entry.longest }
              : {}
        return (
          <Entered
            text={text}
            onEnter={onChange}
            input={{
              ...shared,
              ...limits,
              type,
              ...(entry.kind === 'text' && { placeholder: `e.g. ${entry.example}` }),
            }}
          />
        )
      }}
    </Field>
  )
}

interface Told {
  readonly label: string
  readonly hint: string
  readonly problem?: string
}

function Group({ label, hint, problem, children }: Told & { children: ComponentChildren }) {
  const id = useId()
  return (
    <fieldset class="field choices" aria-describedby={`${id}-says`}>
      <legend>{label}</legend>
      <div class="choices-values">{children}</div>
      <small id={`${id}-says`} class={problem === undefined ? 'quiet' : 'problem'}>
        {problem ?? hint}
      </small>
    </fieldset>
  )
}

function Check(props: { label: string; text: string; value: string; onChange: (text: string) => void }) {
  const { label, text, value, onChange } = props
  const chosen = text === '' ? [] : text.split(',').map((each) => each.trim())
  const isChosen = chosen.includes(value)
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={() => onChange((isChosen ? chosen.filter((each) => each !== value) : [...chosen, value]).join(','))}
      />
      <span>{label}</span>
    </label>
  )
}

function Range({ label, hint, problem, unit, text, onChange }: Told & RangeProps) {
  const [min, max] = endsOf(text)
  const input = { type: 'text', inputMode: 'decimal', 'aria-invalid': problem !== undefined } as const
  return (
    <Group
      label={unit === 'years' ? label : `${label}, in ${unit}`}
      hint={hint}
      {...(problem !== undefined && { problem })}
    >
      <Entered
        text={min}
        onEnter={(value) => onChange(rangeText(plain(value), max))}
        input={{ ...input, 'aria-label': `${label}, from`, placeholder: 'from' }}
      />
      <Entered
        text={max}
        onEnter={(value) => onChange(rangeText(min, plain(value)))}
        input={{ ...input, 'aria-label': `${label}, to`, placeholder: 'to' }}
      />
    </Group>
  )
}

interface RangeProps {
  readonly unit: string
  readonly text: string
  readonly onChange: (text: string) => void
}

interface EnteredProps {
  readonly text: string
  readonly onEnter: (text: string) => void
  readonly input: Readonly<Record<string, unknown>>
}

/** Is told when it is left or Enter is pressed: each change is a search, and each search is charged. */
function Entered({ text, onEnter, input }: EnteredProps) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const enter = () => {
    if (typed.trim() !== text) onEnter(typed.trim())
  }
  return (
    <input
      {...input}
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={enter}
      onKeyDown={({ key }) => key === 'Enter' && enter()}
    />
  )
}

function shown(value: string): string {
  if (value === 'true') return 'Yes'
  return value === 'false' ? 'No' : valueLabel(value)
}

/** `$1,500` as 1500. */
function plain(value: string): string {
  return value.replace(/[$,\s]/g, '')
}

/** What a form shows by itself is left out. */
function hintOf(label: string, says: string): string {
  const hint = firstSentence(says).replace(/, separated by commas?(; empty = [\w ]+)?/, '')
  return hint === `${label}.` ? '' : hint
}
