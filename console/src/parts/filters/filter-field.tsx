import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useState } from 'preact/hooks'
import type { FormValues } from '../../service/operation-fields.ts'
import { type OperationField, valuesBeside } from '../../service/operation-fields.ts'
import { endsOf, rangeText } from '../../service/range-text.ts'
import { Field } from '../field.tsx'
import { count } from '../format.ts'
import { type FacetNumbers, type Facets, numbersOf } from './facets.ts'
import { Histogram } from './histogram.tsx'
import { figureText, firstSentence, labelOf, valueLabel } from './labels.ts'

interface FilterFieldProps {
  readonly field: OperationField
  readonly given: FormValues
  readonly problem: string | undefined
  /** The counts of the current result, if known. */
  readonly facets?: Facets | undefined
  readonly onChange: (text: string) => void
  /** Hides the hint, for bars without room for it. */
  readonly isBare?: boolean
}

interface BesideFieldsProps extends Pick<FilterFieldProps, 'given'> {
  readonly fields: readonly OperationField[]
  readonly names: readonly string[]
  readonly onChange: (change: FormValues) => void
}

/** Fields for the parameters in `names`, without hints. Names that the operation lacks are skipped. */
export function BesideFields({ fields, names, given, onChange }: BesideFieldsProps) {
  return names
    .flatMap((name) => fields.find((field) => field.name === name) ?? [])
    .map((field) => (
      <FilterField
        key={field.name}
        field={field}
        given={given}
        problem={undefined}
        onChange={(text) => onChange({ [field.name]: text })}
        isBare
      />
    ))
}

/** An input for one parameter, suited to its kind of value. */
export function FilterField({ field, given, problem, facets, onChange, isBare = false }: FilterFieldProps) {
  const { entry, name, standard } = field
  const counts = facets?.values[name] ?? {}
  const text = given[name] ?? ''
  const label = labelOf(field)
  const hint = isBare ? '' : hintOf(field, label)
  const captions = { name, label, ...(hint !== '' && { hint }), ...(problem !== undefined && { problem }) }
  if (entry.kind === 'several')
    return (
      <Group {...captions}>
        {valuesBeside(field, given).map((value) => (
          <Check
            key={value}
            label={valueLabel(value)}
            results={counts[value]}
            text={text}
            value={value}
            onChange={onChange}
          />
        ))}
      </Group>
    )
  if (entry.kind === 'flag' && entry.isChoice)
    return (
      <Group {...captions} isLabelHidden>
        <Check label={label} results={counts.true} text={text} value="true" onChange={onChange} />
      </Group>
    )
  if (entry.kind === 'range')
    return <Range {...captions} unit={entry.unit} numbers={numbersOf(name, facets)} text={text} onChange={onChange} />
  return (
    <Field {...captions}>
      {(id, described) => {
        const shared = { id, name, 'aria-describedby': described, 'aria-invalid': problem !== undefined }
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
                    {counts[value] !== undefined && ` (${count(counts[value])})`}
                  </option>
                ))}
            </select>
          )
        }
        const type = { number: 'number', day: 'date', text: 'text' }[entry.kind]
        const limits =
          entry.kind === 'number'
            ? { min: entry.least, max: entry.most, step: 'any' }
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
              placeholder: entry.kind === 'text' ? `e.g. ${entry.example}` : standard,
            }}
          />
        )
      }}
    </Field>
  )
}

interface Captions {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly problem?: string
}

interface GroupProps extends Captions {
  /** The label is read by screen readers only, because a field in the group shows it. */
  readonly isLabelHidden?: boolean
  readonly children: ComponentChildren
}

function Group({ name, label, hint, problem, isLabelHidden, children }: GroupProps) {
  const id = useId()
  const says = problem ?? hint
  return (
    <fieldset name={name} class="field choices" aria-describedby={says === undefined ? undefined : `${id}-says`}>
      <legend class={isLabelHidden ? 'unseen' : undefined}>{label}</legend>
      <div class="choices-values">{children}</div>
      {says !== undefined && (
        <small id={`${id}-says`} class={problem === undefined ? 'quiet' : 'problem'}>
          {says}
        </small>
      )}
    </fieldset>
  )
}

interface CheckProps {
  readonly label: string
  readonly results: number | undefined
  readonly text: string
  readonly value: string
  readonly onChange: (text: string) => void
}

function Check({ label, results, text, value, onChange }: CheckProps) {
  const chosen = text === '' ? [] : text.split(',').map((each) => each.trim())
  const isChosen = chosen.includes(value)
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={() => onChange((isChosen ? chosen.filter((each) => each !== value) : [...chosen, value]).join(','))}
      />
      <span class={results === 0 ? 'none' : ''}>
        {label} {results !== undefined && <small class="quiet">{count(results)}</small>}
      </span>
    </label>
  )
}

function Range({ name, label, hint, problem, unit, numbers, text, onChange }: Captions & RangeProps) {
  const [min, max] = endsOf(text)
  const input = { type: 'text', inputMode: 'decimal', 'aria-invalid': problem !== undefined } as const
  return (
    <Group
      name={name}
      label={unit === 'years' || unit === 'rooms' ? label : `${label}, in ${unit}`}
      {...(hint !== undefined && { hint })}
      {...(problem !== undefined && { problem })}
    >
      {numbers && (
        <Histogram
          label={label}
          numbers={numbers}
          text={text}
          format={(value) => figureText(value, unit)}
          onDrag={onChange}
          onChange={onChange}
        />
      )}
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
  readonly numbers: FacetNumbers | undefined
  readonly text: string
  readonly onChange: (text: string) => void
}

interface EnteredProps {
  readonly text: string
  readonly onEnter: (text: string) => void
  readonly input: Readonly<Record<string, unknown>>
}

/** An input that reports its value on blur or Enter, because each change starts a search that is charged. */
function Entered({ text, onEnter, input }: EnteredProps) {
  const [typed, setTyped] = useState(text)
  // runs before the next paint: later, it would overwrite newly typed characters
  useLayoutEffect(() => setTyped(text), [text])
  // read from the input, because a date input fires `input` and `change` before the typed text is rendered
  const enter = ({ value }: HTMLInputElement) => {
    if (value.trim() !== text) onEnter(value.trim())
  }
  return (
    <input
      {...input}
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => enter(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && enter(currentTarget)}
    />
  )
}

function shown(value: string): string {
  if (value === 'true') return 'Yes'
  return value === 'false' ? 'No' : valueLabel(value)
}

/** Removes `$` and `,`: `$1,500` becomes 1500. */
function plain(value: string): string {
  return value.replace(/[$,\s]/g, '')
}

/** Removes from a parameter's description what its field shows anyway: the separator and the list of values. */
function hintOf({ says, entry }: OperationField, label: string): string {
  const hint = firstSentence(says).replace(/, separated by commas?(; empty = [\w ]+)?/, '')
  const short = entry.kind === 'several' ? hint.replace(/:.*$/s, '.') : hint
  return short === `${label}.` ? '' : short
}
