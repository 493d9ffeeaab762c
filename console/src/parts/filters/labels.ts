import type { Entry, OperationField } from '../../service/operation-fields.ts'
import { endsOf } from '../../service/range-text.ts'
import { count, words } from '../format.ts'

export function labelOf({ label, name }: Pick<OperationField, 'label' | 'name'>): string {
  return label ?? words(name.replace(/Range$/, ''))
}

/**
 * Returns the first sentence of a description. The rest explains values and special cases, which the form shows anyway.
 */
export function firstSentence(says: string): string {
  return /^.*?\.(?= |$)/s.exec(says)?.[0] ?? says
}

const VALUES: Readonly<Record<string, string>> = {
  Default: 'Best first',
  OnePlus: '1+',
  OneHalfPlus: '1.5+',
  TwoPlus: '2+',
  ThreePlus: '3+',
  FourPlus: '4+',
}

/** Returns the label of a value. Values that mean no restriction become `Any`. */
export function valueLabel(value: string): string {
  if (/^(any|no|no_min|no_max)$/i.test(value)) return 'Any'
  const dollars = /^(\d+)_dollars_month$/.exec(value)?.[1]
  if (dollars !== undefined) return `$${count(Number(dollars))} a month`
  return VALUES[value] ?? (value.includes('_') ? value.replaceAll('_', ' ').replace(/^Yes /, '') : value)
}

/** Returns the short text of a filter and its value, for a chip. */
export function chipText(field: OperationField, text: string): string {
  const label = labelOf(field)
  return { one, several, range, flag, number: one, day: plain, text: plain }[field.entry.kind](label, text, field.entry)
}

function plain(label: string, text: string): string {
  return `${label}: ${text}`
}

function one(label: string, text: string): string {
  const [what, bound] = label.split(', ')
  return bound === undefined ? `${label}: ${valueLabel(text)}` : `${what} ${bound} ${valueLabel(text).replace('+', '')}`
}

function several(label: string, text: string): string {
  return `${label}: ${text.split(',').map(valueLabel).join(', ')}`
}

function flag(label: string, text: string): string {
  return text === 'false' ? `${label}: no` : label
}

const UNITS: Readonly<Record<string, string>> = { 'square feet': 'sq ft' }

function range(label: string, text: string, entry: Entry): string {
  const [min, max] = endsOf(text)
  if (min === '' && max === '') return `${label}: ${text}`
  const unit = entry.kind === 'range' ? entry.unit : ''
  const isMoney = unit.startsWith('dollars')
  const ends = rangeWords(min, max, (end) => figureText(end, unit))
  return `${label} ${ends}${isMoney || unit === 'years' || unit === 'rooms' ? '' : ` ${UNITS[unit] ?? unit}`}`
}

/** Formats a number of a filter without its unit, except for dollars. */
export function figureText(value: number, unit: string): string {
  if (unit === 'years') return String(value)
  return unit.startsWith('dollars') ? `$${count(value)}` : count(value)
}

/** Formats a range as `up to 5`, `from 2` or `2–5`; an empty end means no limit. */
export function rangeWords(min: string, max: string, format: (value: number) => string): string {
  const [least, most] = [format(Number(min)), format(Number(max))]
  return min === '' ? `up to ${most}` : max === '' ? `from ${least}` : `${least}–${most}`
}
