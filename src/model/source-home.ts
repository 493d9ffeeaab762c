import type { Home } from './home.ts'

/** Why a record belongs to the home of another one. */
export const JOIN_RULES = ['parcel', 'address', 'unit left out', 'by hand'] as const
export type JoinRule = (typeof JOIN_RULES)[number]

/** A figure of two records, the later one first. */
export type Both<T> = readonly [own: T, other: T]

/**
 * The rule by which a record was joined to another one, and the figures that supported it. Unknown figures are absent.
 */
export interface Joining {
  readonly rule: JoinRule
  /** Id of the other record. */
  readonly to: number
  readonly parcelNumber?: Both<string>
  readonly streetAddress?: Both<string>
  /** Distance between the coordinates of the two, in metres. */
  readonly apartM?: number
  readonly livingArea?: Both<number>
  readonly bedroomsTotal?: Both<number>
  readonly yearBuilt?: Both<number>
}

/**
 * A record of a home, as its source gave it. A home that is known from a single record has none, because the home is
 * that record, unless its address is withheld: the home is only the part that answers may show.
 */
export interface SourceHome {
  /** The record. Its `zpid` is its own, and look-ups by it find the home too. */
  readonly record: Home
  /** The `zpid` of the home. */
  readonly home: number
  /** Absent for the first record. */
  readonly joining?: Joining
}

/** A decision made by hand about two records, by their ids. No import overrides it. */
export interface Ruling {
  readonly one: number
  readonly other: number
  readonly verdict: 'apart' | 'together'
}
