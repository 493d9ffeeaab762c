import { compileValue, type Needs, type Setting } from '../evaluate/compile.ts'
import { NOTHING_BOUND, type Operand } from '../evaluate/types.ts'
import type { OrderItem } from '../language/tree.ts'
import type { Row } from '../resources/row.ts'

/** In which order rows come: that of their keys, that of their last changes, or of values that are compared. */
export type Order =
  | { readonly kind: 'key' }
  | {
      readonly kind: 'change'
      readonly from: 'first' | 'last'
      /** The order of rows of one millisecond, where the caller asks for one. */
      readonly within?: ByValues
    }
  | (ByValues & { readonly kind: 'values' })

/** An order by values, which keys follow. */
export interface ByValues {
  valuesOf(row: Row): readonly Operand[]
  compare(one: readonly Operand[], other: readonly Operand[]): number
}

/** Fields whose order is that of changes. Several records may share a millisecond, but no two share a number. */
const OF_CHANGES: ReadonlySet<string> = new Set(['ModificationTimestamp', 'EntityEventSequence'])

export function orderOf(items: readonly OrderItem[] | undefined, setting: Setting, needs: Needs): Order {
  const { resource } = setting
  const [first] = items ?? []
  if (items === undefined || first === undefined) return resource.name === 'EntityEvent' ? OLDEST_FIRST : BY_KEY
  const path = first.expression.kind === 'path' ? first.expression.segments.join('/') : ''
  if (OF_CHANGES.has(path) && resource.name !== 'Lookup') {
    const others = path === 'ModificationTimestamp' ? items.slice(1) : []
    const within = others.length === 0 ? undefined : byValues(others, setting, needs)
    compileValue(first.expression, setting, needs) // refuses a field that the resource does not have
    return { kind: 'change', from: first.direction === 'asc' ? 'first' : 'last', ...(within && { within }) }
  }
  if (path === resource.key && first.direction === 'asc') return BY_KEY
  return { kind: 'values', ...byValues(items, setting, needs) }
}

function byValues(items: readonly OrderItem[], setting: Setting, needs: Needs): ByValues {
  const compiled = items.map(({ expression, direction }) => ({
    ...compileValue(expression, setting, needs),
    sign: direction === 'asc' ? 1 : -1,
  }))
  return {
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
