import { unknownField } from '../evaluate/compile.ts'
import { QueryError } from '../language/query-error.ts'
import type { OrderItem } from '../language/tree.ts'
import type { Resource } from '../resources/resource.ts'
import type { Constraint } from './constraints.ts'
import { notSorted } from './not-searched.ts'

/** In which order rows of resources other than Property come: that of their keys, or that of their last changes. */
export type Order = { readonly kind: 'key' } | { readonly kind: 'change'; readonly from: 'first' | 'last' }

/** Fields whose order is that of changes. Several records may share a millisecond, but no two share a number. */
const OF_CHANGES: ReadonlySet<string> = new Set(['ModificationTimestamp', 'EntityEventSequence'])

const isSince = ({ field, operator }: Constraint) =>
  field === 'ModificationTimestamp' && (operator === 'gt' || operator === 'ge')

/** Without an order, rows that changed since a moment come in the order of their changes. */
export function orderOf(
  items: readonly OrderItem[],
  resource: Resource,
  constraints: readonly Constraint[] = [],
): Order {
  const [first, second] = items
  if (first === undefined) {
    const isByChange = resource.name === 'EntityEvent' || (resource.nouns.length > 0 && constraints.some(isSince))
    return isByChange ? { kind: 'change', from: 'first' } : { kind: 'key' }
  }
  const { path, direction, at } = first
  const name = path.segments.join('/')
  if (!resource.fields.has(name)) throw unknownField('$orderby', at, name, resource)
  if (!resource.sorted.has(name)) throw notSorted(resource, name, at)
  if (second !== undefined)
    throw new QueryError('$orderby', second.at, `${resource.name} is sorted by one field: accepted is ${name}.`)
  // no word of Lookup has a moment of its own
  if (resource.name === 'Lookup' && name !== resource.key) return { kind: 'key' }
  if (OF_CHANGES.has(name)) return { kind: 'change', from: direction === 'asc' ? 'first' : 'last' }
  if (direction === 'asc') return { kind: 'key' }
  throw new QueryError('$orderby', at, `${resource.name} is sorted by ${name} in ascending order alone.`)
}
