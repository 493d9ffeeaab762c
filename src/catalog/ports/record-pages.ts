import type { IdOf, Noun, Records } from './nouns.ts'

/** A record with the last change that was made to it. */
export interface StampedRecord<R> {
  readonly record: R
  /** See `Change.sequence`. */
  readonly sequence: number
}

/** A record as it is stored, for callers that have another thread parse it. */
export interface RecordText<I> {
  readonly id: I
  readonly json: string
}

/** The last change of a record: it was added or replaced, or removed. */
export interface Change {
  /**
   * The moment of the change in microseconds since 1970, a whole number below 2^53: a later change has a greater one, and
   * none is given twice, not even to a catalogue that takes the place of another one. Changes of one commit have the
   * milliseconds before its end, one each, as far as there is room in a minute and behind the last commit: many programs
   * keep no finer parts of a moment, and page by it.
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

/** Bounds of ids in their own order, or of sequence numbers, both inclusive. */
export interface Between<I> {
  readonly from: I
  readonly to: I
}

/**
 * Records a page at a time, for programs that copy a catalogue. Each call reads one committed state; records that stay
 * are never passed over, whatever is committed between two calls. A record that is put as it was does not change, nor
 * does a home of which only `toldMs` is another. Callers ask for some 200 records at a time: a backend may hold the
 * thread until it has read all of them.
 */
export interface RecordPages {
  /** The first `limit` records whose ids lie between two, in order of id. */
  between<N extends ChangingNoun>(
    noun: N,
    ids: Between<IdOf<N>>,
    limit: number,
  ): Promise<readonly StampedRecord<Records[N]>[]>
  /** Records as `between` finds them, as texts: at a tenth of the cost. */
  texts<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): Promise<readonly RecordText<IdOf<N>>[]>
  /** The first `limit` ids between two, in their order. No record is read: callers may ask for thousands at a time. */
  ids<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): Promise<readonly IdOf<N>[]>
  /** Records by id, in the given order. Unknown ids are left out; those of records that were joined to a home, too. */
  byId<N extends ChangingNoun>(noun: N, ids: readonly IdOf<N>[]): Promise<readonly StampedRecord<Records[N]>[]>
  /** The first `limit` changes between two sequence numbers, in their order, or the last ones, the last one first. */
  changes(
    nouns: readonly ChangingNoun[],
    sequences: Between<number>,
    limit: number,
    order?: 'first' | 'last',
  ): Promise<readonly Change[]>
  /** The number of changes between two sequence numbers. */
  countChanges(nouns: readonly ChangingNoun[], sequences: Between<number>): Promise<number>
  /** The keys and values that the records of a noun have or had; none as long as nobody has counted them since an upgrade. */
  contents(noun: ChangingNoun): Promise<NounContents>
}

/**
 * Describes the keys and values that the records of a noun have, or had since everything was last derived. Keys of
 * parts are joined: `facts.cooling`, `listing.lease.pets`. An empty text or list is no value.
 */
export interface NounContents {
  readonly held: ReadonlySet<string>
  /** The values of keys that hold words of a list. A key with more than `DISTINCT_MAX` values is absent. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>
  /** By the keys of pictures and open houses, counted over the records that there are. */
  readonly rows: ReadonlyMap<string, RowCount>
}

export interface RowCount {
  /** Records with at least one row. */
  readonly records: number
  readonly rows: number
}

export const DISTINCT_MAX = 5_000
