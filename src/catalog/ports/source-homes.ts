import type { Home } from '../../model/home.ts'
import { derivedZpid } from '../../model/identity.ts'
import type { Joining, Ruling, SourceHome } from '../../model/source-home.ts'
import type { HomeKey, HomeQuery } from '../../places/addresses/home-keys.ts'
import type { Withheld } from './withheld.ts'

/**
 * The source records of homes that were merged from several records or have a withheld address. Also finds the home to
 * which a new record belongs. API callers never see source records.
 */
export interface SourceHomes {
  /**
   * Returns a source record. Undefined if the id is unknown, or if the record is the only record of a home with a
   * public address.
   */
  get(id: number): SourceHome | undefined
  /** Returns the home that contains a source record. Much cheaper than `get`. */
  homeOf(id: number): number | undefined
  /**
   * Returns the source records of a home: its first record, then the others in order of id. Empty if the home has one
   * record and a public address.
   */
  of(home: number): readonly SourceHome[]
  /**
   * Returns the id for a home made from a new record, usually the record's id. If the address is withheld, the id is
   * hashed with a secret instead, because anyone could guess an id that hashes a public key such as the parcel number.
   * A home whose address was withheld at its first import keeps the secret id.
   */
  newId(record: Home): number
  /** Adds or replaces a source record. Does not change the home; the caller must also put the home. */
  put(record: SourceHome): void
  remove(id: number): void
  /** Returns the ids of all homes with source records, in order. */
  homes(): readonly number[]
  /**
   * Returns at most `limit` homes that were indexed under these keys. The index may be outdated, and unrelated homes
   * may share a key, so callers must read the records.
   */
  filedUnder(query: HomeQuery, limit: number): readonly number[]
  /** Prefetches for the next calls of `filedUnder`; see `CatalogWriter.expect`. */
  expect(queries: Iterable<HomeQuery>, limit: number): void
  /** Indexes a home under additional keys. */
  file(home: number, keys: readonly HomeKey[]): void
  /** Whether homes are indexed by key. Older versions of Plat did not do this. */
  isFiled(): boolean
  markFiled(): void
  /** Returns an operator's decisions on whether this record and other records are the same home. */
  rulings(id: number): readonly Ruling[]
  /** Stores an operator's decision on whether two records are the same home; undefined removes the decision. */
  rule(one: number, other: number, verdict: Ruling['verdict'] | undefined): void
  /** Returns the precedence of each source, if it is not 0. Sources with a higher precedence win. */
  precedences(): ReadonlyMap<string, number>
  /** Sets the precedence of a source. Returns whether the precedence changed. */
  precede(source: string, precedence: number): boolean
}

/** For writers that store no source records. */
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
  // Deriving ids is slow, and most data folders have never had a withheld home.
  if (!isWithheld && (homeIds?.isEmpty ?? true)) return zpid
  if (zpid !== derivedZpid(source, sourceKey)) return zpid
  const keyed = withheld.homeId?.(source, sourceKey) ?? zpid
  if (isWithheld) homeIds?.add(keyed)
  return isWithheld || homeIds?.has(keyed) ? keyed : zpid
}

/** The part of a source record that is stored as JSON. Ids have their own columns. */
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
