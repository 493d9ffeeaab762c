import type { Home } from './home.ts'

/** Why a record belongs to the home of another one. */
export const JOIN_RULES = ['parcel', 'address', 'unit left out', 'by hand'] as const
export type JoinRule = (typeof JOIN_RULES)[number]

/** A figure of two records, that of the later one first. */
export type Both<T> = readonly [own: T, other: T]

/** The rule by which a record was joined to another one, and the figures that spoke for it. Unknown figures are absent. */
export interface Joining {
  readonly rule: JoinRule
  /** Id of the other record. */
  readonly to: number
  readonly parcelNumber?: Both<string>
  readonly streetAddress?: Both<string>
  /** Metres between the coordinates of the two. */
  readonly apartM?: number
  readonly livingArea?: Both<number>
  readonly bedroomsTotal?: Both<number>
  readonly yearBuilt?: Both<number>
}

/**
 * One of several records of a home, as its source gave it. A home known from a single record has none: the home is that
 * record.
 */
export interface SourceHome {
  /** The record; its `zpid` is its own, which answers as the home too. */
  readonly record: Home
  /** The `zpid` of the home. */
  readonly home: number
  /** Absent for the record that was there first. */
  readonly joining?: Joining
}

/** What somebody decided by hand about two records, by their ids: no import decides otherwise. */
export interface Ruling {
  readonly one: number
  readonly other: number
  readonly verdict: 'apart' | 'together'
}
