import { compileValue, type Needs, type Setting } from '../evaluate/compile.ts'
import { NOTHING_BOUND, type Operand } from '../evaluate/types.ts'
import type { OrderItem } from '../language/tree.ts'
import type { Row } from '../resources/row.ts'

/** In which order rows come: that of their keys, that of their last changes, or of values that are compared. */
export type Order =
  | { readonly kind: 'key' }
  | { readonly kind: 'change'; readonly from: 'first' | 'last' }
  | {
      readonly kind: 'values'
      valuesOf(row: Row): readonly Operand[]
      compare(one: readonly Operand[], other: readonly Operand[]): number
    }

/**
 * Whether the order is that of changes. Several records share a moment to the millisecond, so that another value may
 * decide behind it; no two share a number.
 */
function isOfChanges(path: string, items: readonly OrderItem[]): boolean {
  return path === 'EntityEventSequence' || (path === 'ModificationTimestamp' && items.length === 1)
}

export function orderOf(items: readonly OrderItem[] | undefined, setting: Setting, needs: Needs): Order {
  const { resource } = setting
  const [first] = items ?? []
  if (items === undefined || first === undefined) return resource.name === 'EntityEvent' ? OLDEST_FIRST : BY_KEY
  const compiled = items.map(({ expression, direction }) => ({
    ...compileValue(expression, setting, needs),
    sign: direction === 'asc' ? 1 : -1,
  }))
  const path = first.expression.kind === 'path' ? first.expression.segments.join('/') : ''
  if (isOfChanges(path, items) && resource.name !== 'Lookup')
    return { kind: 'change', from: first.direction === 'asc' ? 'first' : 'last' }
  if (path === resource.key && first.direction === 'asc') return BY_KEY
  return {
    kind: 'values',
    valuesOf: (row) => compiled.map(({ value }) => value(row, NOTHING_BOUND)),
    compare: (one, other) => {
      for (const [i, { sign }] of compiled.entries()) {
        const difference = compareValues(one[i], other[i])
        if (difference !== 0) return sign * difference
      }
      return 0
    },
  }
}

const BY_KEY: Order = { kind: 'key' }
const OLDEST_FIRST: Order = { kind: 'change', from: 'first' }

/** Nothing comes before everything else. */
function compareValues(one: Operand, other: Operand): number {
  if (one === other) return 0
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1
  return one < other ? -1 : 1
}
