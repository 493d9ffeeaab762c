import type { IdOf, Noun, Records } from './nouns.ts'

/** A record with the last change that was made to it. */
export interface StampedRecord<R> {
  readonly record: R
  /** See `Change.sequence`. */
  readonly sequence: number
  /** The moment of the commit that made the change, in milliseconds since 1970. */
  readonly changedMs: number
}

/** The last change of a record: it was added or replaced, or removed. */
export interface Change {
  /**
   * A whole number below 2^53. A later change has a greater one, and none is given twice, not even to a catalogue that
   * takes the place of another one.
   */
  readonly sequence: number
  /** All changes of a commit have one moment, which is later than that of every commit before. */
  readonly changedMs: number
  readonly noun: ChangingNoun
  readonly id: number | string
  readonly isGone: boolean
}

/** The nouns whose changes are numbered. */
export type ChangingNoun = Extract<Noun, 'home' | 'agent' | 'office' | 'offer'>

/** Bounds of ids in their own order, or of sequence numbers, both inclusive. */
export interface Between<I> {
  readonly from: I
  readonly to: I
}

/**
 * Records a page at a time, for programs that copy a catalogue. Each call reads one committed state; records that stay
 * are never passed over, whatever is committed between two calls. A record that is put as it was does not change.
 */
export interface RecordPages {
  /** The first `limit` records whose ids lie between two, in order of id. */
  between<N extends ChangingNoun>(
    noun: N,
    ids: Between<IdOf<N>>,
    limit: number,
  ): Promise<readonly StampedRecord<Records[N]>[]>
  /** Records by id, in the given order. Unknown ids are left out; those of records that were joined to a home, too. */
  byId<N extends ChangingNoun>(noun: N, ids: readonly IdOf<N>[]): Promise<readonly StampedRecord<Records[N]>[]>
  /** The first `limit` changes between two sequence numbers, in their order, or the last ones, the last one first. */
  changes(
    nouns: readonly ChangingNoun[],
    sequences: Between<number>,
    limit: number,
    order?: 'first' | 'last',
  ): Promise<readonly Change[]>
  /** The greatest sequence number of a commit at or before a moment; 0 if there was none. */
  sequenceAt(moment: number): Promise<number>
  /** The values that the records of a noun have. */
  contents(noun: ChangingNoun): Promise<NounContents>
}

/** Describes the values that the records of a noun have. Keys of parts are joined: `facts.cooling`, `listing.lease.pets`. */
export interface NounContents {
  /** Number of records that have a value, by its key: an empty text or list is none. */
  readonly held: ReadonlyMap<string, number>
  /**
   * Number of records by value, for keys that hold words of a list. A key with more than `DISTINCT_MAX` values is absent.
   */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, number>>
}

export const DISTINCT_MAX = 5_000
