import type { Home } from '../../model/home.ts'
import { derivedZpid } from '../../model/identity.ts'
import type { Joining, Ruling, SourceHome } from '../../model/source-home.ts'
import type { HomeKey, HomeQuery } from '../../places/addresses/home-keys.ts'
import type { Withheld } from './withheld.ts'

/**
 * The records of homes that have several or whose address is withheld, as their sources gave them, and what finds the
 * home of a further one. Callers never see these records.
 */
export interface SourceHomes {
  /** A record by its id; undefined when it is a home by itself, or unknown. */
  get(id: number): SourceHome | undefined
  /** The home of such a record: the same as `get` says, at a fraction of the cost. */
  homeOf(id: number): number | undefined
  /** The records of a home, the first one first, then in order of id; none when the home is a single record. */
  of(home: number): readonly SourceHome[]
  /**
   * The id of the home that a new record makes: the record's own, or a keyed one if its address is withheld, or was when
   * it first came, and its own id is only a hash of its key, which may be a parcel number.
   */
  newId(record: Home): number
  /** Adds a record, or replaces the one with the same id. The home itself is put apart from it. */
  put(record: SourceHome): void
  remove(id: number): void
  /** Every home that has such records, by id. */
  homes(): readonly number[]
  /**
   * Homes that were filed under such a key, at most `limit`. They may be gone or changed since, and other homes may share
   * the key, so callers have to read their records.
   */
  filedUnder(query: HomeQuery, limit: number): readonly number[]
  /** Announces the next queries of `filedUnder`, and the homes that they will find; see `CatalogWriter.expect`. */
  expect(queries: Iterable<HomeQuery>, limit: number): void
  /** Files a home under keys, beside those that it has. */
  file(home: number, keys: readonly HomeKey[]): void
  /** Whether homes were filed at all: an older catalogue has homes that nobody filed. */
  isFiled(): boolean
  markFiled(): void
  /** The rulings that were made about a record by hand. */
  rulings(id: number): readonly Ruling[]
  /** Replaces the ruling about the two; undefined forgets it. */
  rule(one: number, other: number, verdict: Ruling['verdict'] | undefined): void
  /** The precedence of each source that states one; 0 for the others. A higher one wins. */
  precedences(): ReadonlyMap<string, number>
  /** Sets the precedence of a source; returns whether that is a change. */
  precede(source: string, precedence: number): boolean
}

/** For a writer that keeps nothing. */
export const NO_SOURCE_HOMES: SourceHomes = {
  newId: ({ zpid }) => zpid,
  get: () => undefined,
  homeOf: () => undefined,
  of: () => [],
  put() {},
  remove() {},
  homes: () => [],
  filedUnder: () => [],
  expect() {},
  file() {},
  isFiled: () => true,
  markFiled() {},
  rulings: () => [],
  rule() {},
  precedences: () => new Map(),
  precede: () => false,
}

/** See `SourceHomes.newId`. */
export function newHomeId({ zpid, source, sourceKey, address }: Home, withheld: Withheld): number {
  const { homeIds } = withheld
  const isWithheld = address.undisclosed === true
  // Most folders never had a withheld home, and deriving ids takes time.
  if (!isWithheld && (homeIds?.isEmpty ?? true)) return zpid
  if (zpid !== derivedZpid(source, sourceKey)) return zpid
  const keyed = withheld.homeId?.(source, sourceKey) ?? zpid
  if (isWithheld) homeIds?.add(keyed)
  return isWithheld || homeIds?.has(keyed) ? keyed : zpid
}

/** The part of a record that is stored beside its ids. */
interface Stored {
  readonly record: Home
  readonly joining?: Joining
}

export function sourceHomeJson({ record, joining }: SourceHome): string {
  return JSON.stringify({ record, ...(joining && { joining }) } satisfies Stored)
}

export function sourceHomeOf(home: number, json: string): SourceHome {
  const stored: Stored = JSON.parse(json)
  return { home, ...stored }
}
