import type { Home } from './home.ts'

/** Reasons for joining a record to the home of another record. */
export const JOIN_RULES = ['parcel', 'address', 'unit left out', 'by hand'] as const
export type JoinRule = (typeof JOIN_RULES)[number]

/** A value from two records, the later record first. */
export type Both<T> = readonly [own: T, other: T]

/**
 * The rule by which a record was joined to another record, and the values that supported the rule. Unknown values are
 * absent.
 */
export interface Joining {
  readonly rule: JoinRule
  /** Id of the other record. */
  readonly to: number
  readonly parcelNumber?: Both<string>
  readonly streetAddress?: Both<string>
  /** Distance between the coordinates of the two records, in meters. */
  readonly apartM?: number
  readonly livingArea?: Both<number>
  readonly bedroomsTotal?: Both<number>
  readonly yearBuilt?: Both<number>
}

/**
 * A record of a home, as its source sent it. A home that only one record describes usually equals that record and has
 * no source home. If the address is withheld, the home has only the parts that answers may show, and the record is
 * stored separately.
 */
export interface SourceHome {
  /** The source's record. Its `zpid` is the record's own; look-ups by that `zpid` also find the home. */
  readonly record: Home
  /** The `zpid` of the home. */
  readonly home: number
  /** Absent for the first record of a home. */
  readonly joining?: Joining
}

/** A manual decision about two records. Imports never override it. */
export interface Ruling {
  readonly one: number
  readonly other: number
  readonly verdict: 'apart' | 'together'
}
