import type { Run } from '../../intake/ingest/runs.ts'

export type * from '../../intake/ingest/runs.ts'

/**
 * The answers of `GET /operator/…`. Only types are imported here, from files that import nothing, because the console
 * uses them. Moments are ISO 8601 in UTC, days `YYYY-MM-DD` in UTC, and missing values are null.
 */

/** `/operator` says whether the caller may see the pages, and lists them. */
export interface OperatorStart {
  /** `machine` means a call from this machine without a key; `key` means that its plan opens the pages. */
  readonly by: 'machine' | 'key'
  readonly keyId: string | null
  readonly pages: readonly string[]
}

/** `/operator/catalog` describes the served catalogue. */
export interface CatalogPage {
  readonly catalogId: string
  readonly dataVersion: string
  /** Every home of a sample is invented. */
  readonly kind: 'sample' | 'imported'
  /** The advice for the operator, once a part turned out to be unreadable. */
  readonly damage: string | null
  /** The last change of its files. */
  readonly changedAt: string | null
  /** The current day for the data of each area. */
  readonly today: { readonly A: string; readonly B: string; readonly C: string }
  /** The numbers of the two stores' formats. */
  readonly formats: { readonly catalogue: number; readonly keys: number }
  /** Records by noun: home, building, agent, offer and so on. */
  readonly records: Readonly<Record<string, number>>
  /** The homes by state, the one with the most homes first. Homes whose state is unknown come last. */
  readonly homes: readonly StateHomes[]
  readonly sources: readonly SourceRow[]
  /** Whether the records of each source are still being counted, which reads all of them. Ask again then. */
  readonly isCounting: boolean
  /** Why they could not be counted, in a sentence; null where they were. */
  readonly countFailure: string | null
  readonly segments: readonly SegmentRow[]
  /** Files of the data folder, the largest first. */
  readonly files: readonly FileRow[]
}

/** `homes` is the sum of the others. */
export interface StateHomes {
  /** Two letters; null where the state is unknown. */
  readonly state: string | null
  readonly name: string
  readonly homes: number
  /** Number of active ones, as a search for sale shows them. */
  readonly forSale: number
  /** Number of those for sale that are coming soon, under contract or pending. */
  readonly inactiveSales: number
  readonly forRent: number
  readonly sold: number
  /** Number of homes not for sale, not for rent, and not known to have been sold. */
  readonly offMarket: number
}

export interface SourceRow {
  /** The source; null for records without one. */
  readonly source: string | null
  readonly attribution: string | null
  readonly nouns: readonly SourceNoun[]
}

export interface SourceNoun {
  readonly noun: string
  /** Number of records; null until they are counted. */
  readonly records: number | null
  /** The newest moment in the records. */
  readonly newestAt: string | null
  readonly lastImport: LastImport | null
}

export interface LastImport {
  readonly at: string
  readonly mapping: string
  /** Up to 50 files. */
  readonly files: readonly string[]
  readonly rowsRead: number
  readonly rowsRejected: number
}

/** Data derived from a noun's records: a base, and a segment for each change since. */
export interface SegmentRow {
  readonly noun: string
  readonly name: string
  readonly isBase: boolean
  /** Number of rows that searches read, and how many of them a later segment has replaced. */
  readonly rows: number
  readonly removedRows: number
  /** Number of rows in the index of all homes, listed or not; 0 for other nouns. */
  readonly homes: number
  readonly removedHomes: number
}

export interface FileRow {
  /** The name. A folder's name ends in `/`, and its size includes its contents. */
  readonly name: string
  /** `other` is a file that Plat did not make. */
  readonly kind: 'catalogue' | 'cards' | 'keys' | 'people' | 'subscriptions' | 'rejects' | 'runs' | 'other'
  readonly bytes: number
  readonly files: number
  readonly changedAt: string
}

/** `/operator/runs` has imports, files of watched folders and turns of syncs, the latest first, 50 of each kind. */
export interface RunsPage {
  readonly runs: readonly Run[]
}

/** `/operator/keys` lists the keys that were used last, up to 1,000. Secrets are stored nowhere. */
export interface KeysPage {
  readonly keys: readonly KeyRow[]
  /** Number of further keys. */
  readonly keysBeside: number
}

export interface KeyRow {
  readonly keyId: string
  readonly label: string
  readonly plan: string
  /** `planless` means that the plans file no longer has its plan. */
  readonly state: 'good' | 'expired' | 'revoked' | 'planless'
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Until this moment the secret before the last rotation works too. */
  readonly overlapUntil: string | null
  /** The credits of the current period of its plan, those added included. */
  readonly creditsLimit: number | null
  readonly creditsUsed: number
  readonly creditsAdded: number
  /** Number of calls since 00:00 UTC. */
  readonly callsToday: number
  readonly creditsToday: number
}

/** `/operator/usage?days=31` has the usage of all keys, and figures of the service since it started. */
export interface UsagePage {
  /** The first and the last day, both included. */
  readonly from: string
  readonly to: string
  /** The charged calls of all keys, by day in order. */
  readonly days: readonly DayUse[]
  /** The 50 keys with the most credits in that time. */
  readonly keys: readonly KeyUse[]
  /** The beginning of everything counted below. */
  readonly since: string
  /** The operations that were called, the one with the most requests first. */
  readonly operations: readonly OperationUse[]
  /** The refusals that occurred, by the code of the failure. */
  readonly refusals: readonly { readonly code: string; readonly count: number }[]
  /** Number of calls that got a 503 before they began. */
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
  /** A path, `/media/` for all pictures, `unknown` for paths that do not exist. */
  readonly operation: string
  readonly requests: number
  /** Number of requests by the class of their status: 2xx, 3xx, 4xx, 5xx, and `gone` where the caller left. */
  readonly statuses: Readonly<Record<string, number>>
  readonly credits: number
  /** Number of answers that were made for an earlier call. */
  readonly kept: number
  /** Seconds in which threads worked on it. */
  readonly workedS: number
  /** The latency of answers with 2xx, from when the request was read; null where there are none. */
  readonly latency: Latency | null
}

/** Estimates between the bounds of a histogram. Values beyond its last bound, 10 s, count as that bound. */
export interface Latency {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly meanMs: number
}
