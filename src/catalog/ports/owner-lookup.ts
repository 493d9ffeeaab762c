import type { Span } from './agents.ts'

/** An owner, as sources name them. */
export interface Owner {
  /** Opaque and stable across imports: a hash of the normalized name, and of the mailing address or else the county. */
  readonly ownerId: string
  readonly kind: 'person' | 'company'
  readonly name: string
  readonly address?: string
  /** Homes of the owner: all, or those in the region of a search. */
  readonly homes: number
}

export interface OwnerQuery extends Span {
  /** Folded words (see `ownerWords`). The last may be the beginning of a word. */
  readonly words: readonly string[]
  /** Key of the region that must have a home of the owner. */
  readonly region?: string
}

export interface OwnerTotals {
  readonly homes: number
  readonly estimates: { readonly homes: number; readonly sum: number }
  readonly assessments: { readonly homes: number; readonly sum: number }
  /** Homes by city, most homes first: at most 50 region keys. */
  readonly cities: readonly { readonly region: string; readonly homes: number }[]
  /** At most 1,000 homes with a location, in order of id. */
  readonly points: readonly { readonly zpid: number; readonly latitude: number; readonly longitude: number }[]
  /** Degrees. Absent if no location is known. */
  readonly bounds?: { readonly west: number; readonly south: number; readonly east: number; readonly north: number }
}

/**
 * Finds the owners of homes. Each statement reads one committed state. People who are hidden from answers (see
 * `withheld.ts`) own nothing, and homes with withheld addresses belong to nobody.
 */
export interface OwnerLookup {
  /**
   * Returns owners with all words in their names: most homes first, then by id. Rejects with a Fault
   * `search.too_costly` if more than 10,000 owners have each of the words.
   */
  page(query: OwnerQuery): Promise<{ readonly total: number; readonly owners: readonly Owner[] }>
  /** Returns undefined if the id is unknown. */
  owner(ownerId: string): Promise<Owner | undefined>
  totals(ownerId: string): Promise<OwnerTotals>
  /** Returns ids of the owner's homes, in order. */
  homesOf(ownerId: string, span: Span): Promise<readonly number[]>
  /** Returns at most 100 other owners with the same mailing address: most homes first. */
  sharing(ownerId: string): Promise<readonly Owner[]>
}
