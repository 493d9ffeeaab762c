import type { PropertyNode } from '../../../catalog/ports/property-search.ts'
import { DAY_MS } from '../../../kit/base/clock.ts'
import { dayNumberOf } from '../../../model/home-columns.ts'
import type { NumberColumnName, TextColumnName } from '../../../model/property-columns.ts'
import { asText, type Compiled } from '../evaluate/types.ts'
import { dayMicroseconds } from '../language/moments.ts'
import type { Comparison } from '../language/tree.ts'
import type { SearchedField } from '../resources/property.ts'

/** Search conditions that must all be true. An empty list matches every record. */
export type Nodes = readonly PropertyNode[]

export const ALWAYS: Nodes = []
export const NEVER: Nodes = [{ kind: 'any', alternatives: [] }]

export function isNever(nodes: Nodes): boolean {
  return nodes.some((node) => node.kind === 'any' && node.alternatives.length === 0)
}

/** Returns the search conditions for records that match all parts. */
export function allOf(parts: readonly Nodes[]): Nodes {
  return parts.some(isNever) ? NEVER : parts.flat()
}

/** Returns the search conditions for records that match at least one part. */
export function anyOf(parts: readonly Nodes[]): Nodes {
  const some = parts.filter((nodes) => !isNever(nodes))
  const [first, ...others] = some
  if (first === undefined) return NEVER
  if (some.some((nodes) => nodes.length === 0)) return ALWAYS
  return others.length === 0 ? first : [{ kind: 'any', alternatives: some }]
}

/** Returns the search conditions for records that `nodes` do not match. */
export function noneOf(nodes: Nodes): Nodes {
  if (nodes.length === 0) return NEVER
  if (isNever(nodes)) return ALWAYS
  const [first, ...others] = nodes
  const isDouble = others.length === 0 && first?.kind === 'none' && first.alternatives.length === 1
  return isDouble ? (first.alternatives[0] as Nodes) : [{ kind: 'none', alternatives: [nodes] }]
}

/** Returns the search conditions for records without a value in a field. */
function withoutValue({ column, kind }: SearchedField): Nodes {
  return kind === 'key' ? NEVER : [{ kind: 'missing', column }]
}

/** Returns the search conditions for records with one of these texts. `undefined` means no text. */
export function textNodes(field: SearchedField, values: readonly (string | undefined)[]): Nodes {
  const texts = new Set(values.filter((value) => value !== undefined))
  const nodes: Nodes =
    field.kind === 'key'
      ? [{ kind: 'keys', keys: texts }]
      : [{ kind: 'texts', column: field.column as TextColumnName, values: texts }] // all other kinds have a text column
  return anyOf([texts.size === 0 ? NEVER : nodes, values.includes(undefined) ? withoutValue(field) : NEVER])
}

export function keyRange(operator: Comparison, key: string): PropertyNode {
  const bound = { key, isInclusive: operator === 'ge' || operator === 'le' }
  return { kind: 'keyRange', ...(operator === 'gt' || operator === 'ge' ? { from: bound } : { to: bound }) }
}

/** Converts a constant to the number in the column; undefined for null. */
export function numberOf({ kind }: SearchedField, { type, constant }: Compiled<unknown>): number | undefined {
  if (constant === undefined) return undefined
  if (kind === 'boolean') return constant === true ? 1 : 0
  if (kind === 'day') return type === 'day' ? dayNumberOf(asText(constant)) : daysOf(constant as number)
  return kind === 'moment' && type === 'day' ? dayMicroseconds(asText(constant)) : (constant as number) // the type was checked
}

/** Converts a moment to a day number. Any moment except midnight gets an additional half, so that it equals no day. */
function daysOf(us: number): number {
  const day = Math.floor(us / (DAY_MS * 1000))
  return day + (us > day * DAY_MS * 1000 ? 0.5 : 0)
}

/** Returns the search conditions for records with one of these numbers. `undefined` means no number. */
export function numberNodes(column: NumberColumnName, numbers: readonly (number | undefined)[]): Nodes {
  const values = new Set(numbers.filter((value) => value !== undefined && Number.isFinite(value)) as number[])
  return anyOf([
    values.size === 0 ? NEVER : [{ kind: 'numbers', column, values }],
    numbers.includes(undefined) ? [{ kind: 'missing', column }] : NEVER,
  ])
}

export function rangeNodes(column: NumberColumnName, operator: Comparison, bound: number): Nodes {
  const isAbove = operator === 'gt' || operator === 'ge'
  const inclusive = operator === 'gt' ? nextUp(bound) : operator === 'lt' ? nextDown(bound) : bound
  const [min, max] = isAbove ? [inclusive, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, inclusive]
  const isEmpty = Number.isNaN(bound) || min === Number.POSITIVE_INFINITY || max === Number.NEGATIVE_INFINITY
  return isEmpty ? NEVER : [{ kind: 'range', column, min, max }]
}

const DOUBLE = new Float64Array(1)
const BITS = new BigInt64Array(DOUBLE.buffer)

/** Returns the next larger double. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Number.POSITIVE_INFINITY) return value
  if (value === 0) return Number.MIN_VALUE
  DOUBLE[0] = value
  BITS[0] = (BITS[0] as bigint) + (value > 0 ? 1n : -1n)
  return DOUBLE[0]
}

export function nextDown(value: number): number {
  return -nextUp(-value)
}
