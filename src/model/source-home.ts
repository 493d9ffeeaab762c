import type { Home } from './home.ts'

/** Reasons for merging a record into another record's home. */
export const JOIN_RULES = ['parcel', 'address', 'unit left out', 'by hand'] as const
export type JoinRule = (typeof JOIN_RULES)[number]

/** A value from each of two records, the later record first. */
export type Both<T> = readonly [own: T, other: T]

/** The rule that merged a record into a home, and the values that matched. Unknown values are absent. */
export interface Joining {
  readonly rule: JoinRule
  /** Id of the other record. */
  readonly to: number
  readonly parcelNumber?: Both<string>
  readonly streetAddress?: Both<string>
  /** Meters between the coordinates of the two records. */
  readonly apartM?: number
  readonly livingArea?: Both<number>
  readonly bedroomsTotal?: Both<number>
  readonly yearBuilt?: Both<number>
}

/**
 * A record as its source sent it, before merging. Usually absent for homes with a single record. If the source hides
 * the address, the home is stored without the address, and this record is complete.
 */
export interface SourceHome {
  /** The record's `zpid` may differ from the home's. Look-ups by either id find the home. */
  readonly record: Home
  /** The `zpid` of the home. */
  readonly home: number
  /** Absent for the first record of a home. */
  readonly joining?: Joining
}

/** An operator's decision about two records. Imports never override it. */
export interface Ruling {
  readonly one: number
  readonly other: number
  readonly verdict: 'apart' | 'together'
}
