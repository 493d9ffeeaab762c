import { unknownField } from '../evaluate/compile.ts'
import { QueryError } from '../language/query-error.ts'
import type { OrderItem } from '../language/tree.ts'
import type { Resource } from '../resources/resource.ts'
import { notSorted } from './not-searched.ts'

/** The order of rows: by key, or by last change. Property has its own order. */
export type Order =
  | { readonly kind: 'key' }
  | { readonly kind: 'change'; readonly from: 'first' | 'last'; readonly isKeyDescending?: boolean }

/** Sorting by one of these fields means sorting by last change. */
const OF_CHANGES: ReadonlySet<string> = new Set(['ModificationTimestamp', 'EntityEventSequence'])

export function orderOf(items: readonly OrderItem[], resource: Resource): Order {
  const [first, second, ...others] = items
  if (first === undefined) return resource.name === 'EntityEvent' ? { kind: 'change', from: 'first' } : { kind: 'key' }
  for (const { path, at } of items) {
    const name = path.segments.join('/')
    if (!resource.fields.has(name)) throw unknownField('$orderby', at, name, resource)
    if (!resource.sorted.has(name)) throw notSorted(resource, name, at)
  }
  const name = first.path.segments.join('/')
  const isDescending = first.direction === 'desc'
  const isKey = name === resource.key
  const isOfKeyBehind = second?.path.segments.join('/') === resource.key
  if (!isKey && (others.length > 0 || (second !== undefined && !isOfKeyBehind)))
    throw new QueryError(
      '$orderby',
      first.at,
      `${resource.name} can be sorted by ${name} and then only by its key: write ${name},${resource.key}.`,
    )
  // All rows of Lookup changed at the same time.
  const isByChange = OF_CHANGES.has(name) && resource.name !== 'Lookup'
  if (isByChange) {
    const isKeyDescending = second?.direction === 'desc'
    return { kind: 'change', from: isDescending ? 'last' : 'first', isKeyDescending }
  }
  if (isKey ? !isDescending : second?.direction !== 'desc') return { kind: 'key' }
  throw new QueryError(
    '$orderby',
    first.at,
    `${resource.name} can be sorted only by ${resource.key} in ascending order.`,
  )
}
