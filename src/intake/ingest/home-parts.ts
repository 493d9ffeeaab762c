import type { Home } from '../../model/home.ts'
import type { SourceHome } from '../../model/source-home.ts'
import { inRank, type Precedences } from './merged-home.ts'

/** A field whose values differ among the source records of a home. */
export interface Difference {
  /** The field's path, such as `facts.livingArea`. */
  readonly field: string
  /** The value that the merged home has. */
  readonly value: unknown
  /** Ids of the records with this value. Empty if the merged value is in no single record. */
  readonly from: readonly number[]
  readonly others: readonly { readonly record: number; readonly value: unknown }[]
}

/**
 * Returns the fields in which a home's records differ. Lists of events and years are combined, so they never differ.
 */
export function differencesIn(
  home: Home,
  records: readonly SourceHome[],
  precedences: Precedences,
): readonly Difference[] {
  const ranked = inRank(
    records.map(({ record }) => record),
    precedences,
  )
  const parts = ranked.map((record) => ({ id: record.zpid, fields: fieldsOf(record) }))
  const merged = fieldsOf(home)
  const names = new Set(parts.flatMap(({ fields }) => [...fields.keys()]))
  return [...names].flatMap((field) => {
    const allParts = parts.flatMap(({ id, fields }) =>
      fields.has(field) ? [{ record: id, value: fields.get(field) }] : [],
    )
    const texts = new Set(allParts.map(({ value }) => JSON.stringify(value)))
    if (texts.size < 2) return []
    const value = merged.get(field)
    const isShown = (one: { readonly value: unknown }) => JSON.stringify(one.value) === JSON.stringify(value)
    const from = allParts.filter(isShown).map(({ record }) => record)
    return [{ field, value, from, others: allParts.filter((one) => !isShown(one)) }]
  })
}

const PARTS = ['address', 'facts', 'listing', 'estimate', 'interest', 'owner'] as const

function fieldsOf(home: Home): ReadonlyMap<string, unknown> {
  const { point, homeType, lotId, parcelNumber } = home
  const own = Object.entries({ homeType, parcelNumber, lotId, point }).filter(([, value]) => value !== undefined)
  const parts = PARTS.flatMap((part) =>
    Object.entries(home[part] ?? {}).map(([key, value]) => [`${part}.${key}`, value] as const),
  )
  return new Map<string, unknown>([...own, ...parts])
}
