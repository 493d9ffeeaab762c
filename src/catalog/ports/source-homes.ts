import type { Home } from '../../model/home.ts'
import { derivedZpid } from '../../model/identity.ts'
import type { Joining, Ruling, SourceHome } from '../../model/source-home.ts'
import type { HomeKey, HomeQuery } from '../../places/addresses/home-keys.ts'
import type { Withheld } from './withheld.ts'

/**
 * The original source records of homes that were merged from several records or have a withheld address. Also finds the
 * home to which a new record belongs. API callers never see these records.
 */
export interface SourceHomes {
  /** Returns a source record by id. Undefined if the id is unknown or the record is a home of its own. */
  get(id: number): SourceHome | undefined
  /** Returns the id of the home that a source record belongs to. Much cheaper than `get`. */
  homeOf(id: number): number | undefined
  /**
   * Returns the source records of a home: its first record, then the others in order of id. Empty if the home is a
   * single record.
   */
  of(home: number): readonly SourceHome[]
  /**
   * Returns the id of the home that a new record creates, usually the record's own id. If the record's own id is only a
   * hash of its source key (for example a parcel number), and the address is withheld or was withheld at the first
   * import, the id is hashed with a secret instead.
   */
  newId(record: Home): number
  /** Adds a source record, or replaces the record with the same id. The caller puts the home separately. */
  put(record: SourceHome): void
  remove(id: number): void
  /** Returns the ids of all homes with source records, in order. */
  homes(): readonly number[]
  /**
   * Returns homes that were filed under these keys, at most `limit`. A home may have been removed or changed since, and
   * unrelated homes may share a key, so callers must read the records.
   */
  filedUnder(query: HomeQuery, limit: number): readonly number[]
  /** Announces the next calls of `filedUnder` and the homes that they will find; see `CatalogWriter.expect`. */
  expect(queries: Iterable<HomeQuery>, limit: number): void
  /** Files a home under additional keys. */
  file(home: number, keys: readonly HomeKey[]): void
  /** Whether homes were filed at all. Older versions did not file homes. */
  isFiled(): boolean
  markFiled(): void
  /** Returns the rulings that an operator made about a record. */
  rulings(id: number): readonly Ruling[]
  /** Sets the ruling about two records. Undefined removes the ruling. */
  rule(one: number, other: number, verdict: Ruling['verdict'] | undefined): void
  /**
   * Returns the precedence of each source that has one; other sources have precedence 0. The higher precedence wins.
   */
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
  // Deriving ids takes time, and most folders have never had a withheld home.
  if (!isWithheld && (homeIds?.isEmpty ?? true)) return zpid
  if (zpid !== derivedZpid(source, sourceKey)) return zpid
  const keyed = withheld.homeId?.(source, sourceKey) ?? zpid
  if (isWithheld) homeIds?.add(keyed)
  return isWithheld || homeIds?.has(keyed) ? keyed : zpid
}

/** The part of a source record that is stored beside its ids. */
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
