import type { IdOf, Noun, Records } from './nouns.ts'

/** A record with the sequence number of its last change. */
export interface StampedRecord<R> {
  readonly record: R
  /** See `Change.sequence`. */
  readonly sequence: number
}

/** A record as stored text, for callers that parse it in another thread. */
export interface RecordText<I> {
  readonly id: I
  readonly json: string
}

/** The last change of a record: it was added, replaced or removed. */
export interface Change {
  /**
   * The time of the change in microseconds since 1970, a whole number below 2^53. A later change has a greater number,
   * and no number is used twice, not even by a catalog that replaces another. Many client programs page by whole
   * milliseconds, so the changes of one commit get one millisecond each, counting back from its end. Within a minute
   * and after the previous commit there may be too few milliseconds; changes then share them.
   */
  readonly sequence: number
  readonly noun: ChangingNoun
  readonly id: number | string
  readonly isGone: boolean
}

/** The nouns whose changes are numbered. */
export const CHANGING_NOUNS = ['home', 'offer', 'agent', 'office'] as const satisfies readonly Noun[]
export type ChangingNoun = (typeof CHANGING_NOUNS)[number]

export function isChanging(noun: Noun): noun is ChangingNoun {
  return (CHANGING_NOUNS as readonly Noun[]).includes(noun)
}

/** Inclusive bounds of ids, in their own order, or of sequence numbers. */
export interface Between<I> {
  readonly from: I
  readonly to: I
}

/**
 * Pages of records, for programs that copy a catalog. Each call reads one committed state. A record that stays is never
 * skipped, whatever is committed between two calls. A record that is put again unchanged does not count as a change,
 * and neither does a home in which only `toldMs` differs. Callers should request some 200 records at a time: a backend
 * may block the thread until it has read all of them.
 */
export interface RecordPages {
  /** The first `limit` records with ids between the bounds, in order of id. */
  between<N extends ChangingNoun>(
    noun: N,
    ids: Between<IdOf<N>>,
    limit: number,
  ): Promise<readonly StampedRecord<Records[N]>[]>
  /** Returns the records of `between` as texts, at a tenth of the cost. */
  texts<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): Promise<readonly RecordText<IdOf<N>>[]>
  /**
   * The first `limit` ids between the bounds, in order. Reads no records, so callers may request thousands at a time.
   */
  ids<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): Promise<readonly IdOf<N>[]>
  /**
   * Records by id, in the given order. Unknown ids are left out, and so are ids of source records that were joined to a
   * home.
   */
  byId<N extends ChangingNoun>(noun: N, ids: readonly IdOf<N>[]): Promise<readonly StampedRecord<Records[N]>[]>
  /** The first `limit` changes between two sequence numbers, in order, or the last ones, newest first. */
  changes(
    nouns: readonly ChangingNoun[],
    sequences: Between<number>,
    limit: number,
    order?: 'first' | 'last',
  ): Promise<readonly Change[]>
  /** The number of changes between two sequence numbers. */
  countChanges(nouns: readonly ChangingNoun[], sequences: Between<number>): Promise<number>
  /** The keys and values that the records of a noun have or had. Empty if nobody has counted them since an upgrade. */
  contents(noun: ChangingNoun): Promise<NounContents>
}

/**
 * The keys and values that a noun's records have, or had since everything was last derived. Keys of parts are joined:
 * `facts.cooling`, `listing.lease.pets`. An empty text or list does not count as a value.
 */
export interface NounContents {
  readonly held: ReadonlySet<string>
  /** The values of keys that hold words from a list. A key with more than `DISTINCT_MAX` values is absent. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>
  /** Counts of pictures and of open houses, by key, over the current records. */
  readonly rows: ReadonlyMap<string, RowCount>
}

export interface RowCount {
  /** Records with at least one row. */
  readonly records: number
  readonly rows: number
}

export const DISTINCT_MAX = 5_000
