import type { Run } from '../../intake/ingest/runs.ts'

export type * from '../../intake/ingest/runs.ts'

/**
 * The answers of `GET /operator/…`. The console imports this file, so it may import only types. Times are ISO 8601 in
 * UTC, days are `YYYY-MM-DD` in UTC, and missing values are null.
 */

/** The answer of `/operator`: why the caller may see the pages, and the list of pages. */
export interface OperatorStart {
  /**
   * `machine`: a request from this machine without a key. `key`: a key whose plan allows the pages. `person`: an
   * operator who has signed in.
   */
  readonly by: 'machine' | 'key' | 'person'
  readonly keyId: string | null
  /** The verified email address of the person, otherwise the id at the provider. */
  readonly person: string | null
  readonly pages: readonly string[]
}

/** The answer of `/operator/catalog`: the catalog of the service. */
export interface CatalogPage {
  readonly catalogId: string
  readonly dataVersion: string
  /** All homes of a sample are invented. */
  readonly kind: 'sample' | 'imported'
  /** What to do if the catalog is damaged; null if it is not damaged. */
  readonly damage: string | null
  /** When the files of the catalog last changed. */
  readonly changedAt: string | null
  /** The date that counts as today in each area: A homes, B offers, C experiences. */
  readonly today: { readonly A: string; readonly B: string; readonly C: string }
  /** The format versions of the stored files. */
  readonly formats: { readonly catalogue: number; readonly keys: number }
  /** Number of records by type: home, building, agent, offer and so on. */
  readonly records: Readonly<Record<string, number>>
  /** Homes by state, largest state first. Homes in an unknown state come last. */
  readonly homes: readonly StateHomes[]
  readonly sources: readonly SourceRow[]
  /** Whether records are still being counted. Request the page again after a few seconds. */
  readonly isCounting: boolean
  /** Why records could not be counted, in one sentence; null if counting succeeded. */
  readonly countFailure: string | null
  readonly segments: readonly SegmentRow[]
  /** Files in the data folder, largest first. */
  readonly files: readonly FileRow[]
}

/** Numbers of homes in a state. `homes` is the sum of the other counts. */
export interface StateHomes {
  /** Two letters; null if the state is unknown. */
  readonly state: string | null
  readonly name: string
  readonly homes: number
  /** Number of homes for sale that a search shows by default. */
  readonly forSale: number
  /** Number of homes for sale that are coming soon, under contract or pending. */
  readonly inactiveSales: number
  readonly forRent: number
  readonly sold: number
  /** Number of homes that are neither for sale nor for rent, and not known to have been sold. */
  readonly offMarket: number
}

export interface SourceRow {
  /** The source's name; null for records without a source. */
  readonly source: string | null
  readonly attribution: string | null
  readonly nouns: readonly SourceNoun[]
}

export interface SourceNoun {
  readonly noun: string
  /** Number of records of the source; null until they are counted. */
  readonly records: number | null
  /** The newest date in the source's records. */
  readonly newestAt: string | null
  readonly lastImport: LastImport | null
}

export interface LastImport {
  readonly at: string
  readonly mapping: string
  /** Names of the imported files, up to 50. */
  readonly files: readonly string[]
  readonly rowsRead: number
  readonly rowsRejected: number
}

/** A part of a search index: the base, or a segment with later changes. */
export interface SegmentRow {
  readonly noun: string
  readonly name: string
  readonly isBase: boolean
  /** Number of rows that searches read. `removedRows` of them are outdated: later segments contain newer rows. */
  readonly rows: number
  readonly removedRows: number
  /** Number of rows in the index of all homes, listed or not; 0 for other record types. */
  readonly homes: number
  readonly removedHomes: number
}

export interface FileRow {
  /** The file name. The name of a folder ends in `/`, and its size includes its contents. */
  readonly name: string
  /** `other` is a file that Plat did not make. */
  readonly kind: 'catalogue' | 'cards' | 'keys' | 'people' | 'subscriptions' | 'rejects' | 'runs' | 'other'
  readonly bytes: number
  readonly files: number
  readonly changedAt: string
}

/** The answer of `/operator/runs`: up to 50 imports, 50 files of watched folders and 50 syncs, latest first. */
export interface RunsPage {
  readonly runs: readonly Run[]
}

/** The answer of `/operator/keys`: up to 1,000 keys, most recently used first. It contains no secrets. */
export interface KeysPage {
  readonly keys: readonly KeyRow[]
  /** Number of keys that the list leaves out. */
  readonly keysBeside: number
  /** The plans on which keys can be created. */
  readonly plans: readonly string[]
}

/** The answer of `/operator/keys/log`: who changed which key, newest first, up to 1,000 changes. */
export interface KeyLogPage {
  readonly events: readonly KeyEventRow[]
}

export interface KeyEventRow {
  readonly at: string
  readonly keyId: string
  readonly action: string
  /** Details such as the new plan; empty if there are none. */
  readonly detail: string
  readonly by: string
}

/** The limits of a key. A missing list allows everything. */
export interface KeyRowLimits {
  readonly origins?: readonly string[]
  readonly addresses?: readonly string[]
  readonly operations?: readonly string[]
  readonly places?: readonly string[]
  readonly isReadOnly?: boolean
  readonly purpose?: string
}

export interface KeyRow {
  readonly keyId: string
  readonly label: string
  readonly plan: string
  /** `planless`: the key's plan was removed from the plans file. */
  readonly state: 'good' | 'expired' | 'revoked' | 'planless'
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Until when the previous secret keeps working after a rotation. */
  readonly overlapUntil: string | null
  /** The credits of the current period, including added credits. */
  readonly creditsLimit: number | null
  readonly creditsUsed: number
  readonly creditsAdded: number
  /** Number of calls since 00:00 UTC. */
  readonly callsToday: number
  readonly creditsToday: number
  readonly limits: KeyRowLimits | null
}

/** The answer of `/operator/usage?days=31`: the usage of all keys, and counts of the service since it started. */
export interface UsagePage {
  /** The first day of the range. `from` and `to` are both included. */
  readonly from: string
  readonly to: string
  /** The charged calls of all keys, sorted by day. */
  readonly days: readonly DayUse[]
  /** The 50 keys that spent the most credits in these days. */
  readonly keys: readonly KeyUse[]
  /** When the service started. The counts below begin then. */
  readonly since: string
  /** The operations that were called, most requests first. */
  readonly operations: readonly OperationUse[]
  /** The number of refused calls by failure code. */
  readonly refusals: readonly { readonly code: string; readonly count: number }[]
  /** Number of calls that got a 503 because the service was overloaded. */
  readonly callsShed: number
  /** Number of threads that died and were replaced. */
  readonly threadDeaths: number
  readonly connections: number
  readonly connectionsLimit: number
}

export interface DayUse {
  readonly day: string
  readonly operation: string
  readonly calls: number
  readonly credits: number
}

export interface KeyUse {
  readonly keyId: string
  readonly calls: number
  readonly credits: number
}

export interface OperationUse {
  /** The path of the operation. All pictures count as `/media/`, and paths that do not exist as `unknown`. */
  readonly operation: string
  readonly requests: number
  /** Number of requests by status class: 2xx, 3xx, 4xx, 5xx, and `gone` if the client disconnected. */
  readonly statuses: Readonly<Record<string, number>>
  readonly credits: number
  /** Number of answers that came from the cache. */
  readonly kept: number
  /** Seconds of processing that threads spent on these requests. */
  readonly workedS: number
  /** The latency of 2xx answers, measured from the moment the request was read; null without such answers. */
  readonly latency: Latency | null
}

/** Latencies in milliseconds, estimated from a histogram. Latencies over 10 s, its last bound, count as 10 s. */
export interface Latency {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly meanMs: number
}
