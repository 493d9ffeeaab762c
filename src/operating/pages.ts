import type { SlowCall } from '../http/slow-call.ts'
import type { Run } from '../ingest/runs.ts'

export type * from '../http/slow-call.ts'
export type * from '../ingest/runs.ts'

/**
 * What `GET /operator/…` answers. Only types are imported here, from files that import nothing: the console takes
 * them over.
 * Moments are ISO 8601 in UTC, days `YYYY-MM-DD` in UTC, and null is said where there is nothing to say.
 */

/** `/operator`: whether the caller may see the pages, and which there are. */
export interface OperatorStart {
  /** `machine`: the call comes from this machine, without a key. `key`: its plan opens the pages. */
  readonly by: 'machine' | 'key'
  readonly keyId: string | null
  readonly pages: readonly string[]
}

/** `/operator/catalog`: what is served. */
export interface CatalogPage {
  readonly catalogId: string
  readonly dataVersion: string
  /** A sample is invented from the first home to the last. */
  readonly kind: 'sample' | 'imported'
  /** What the operator must do, once a part turned out to be unreadable. */
  readonly damage: string | null
  /** When its files last changed. */
  readonly changedAt: string | null
  /** What day it is for the data of each area. */
  readonly today: { readonly A: string; readonly B: string; readonly C: string }
  /** Numbers of the formats of the two stores. */
  readonly formats: { readonly catalogue: number; readonly keys: number }
  /** Records by noun: home, building, agent, offer and so on. */
  readonly records: Readonly<Record<string, number>>
  /** By state, the one with the most homes first; homes whose state is not known come last. */
  readonly homes: readonly StateHomes[]
  readonly sources: readonly SourceRow[]
  /** The records of each source are being counted, which reads all of them: ask again. */
  readonly isCounting: boolean
  /** Why they could not be counted, in a sentence; null where they were. */
  readonly countFailure: string | null
  readonly segments: readonly SegmentRow[]
  /** Files of the data folder, the largest first. */
  readonly files: readonly FileRow[]
}

/** `homes` is the sum of the others. */
export interface StateHomes {
  /** Two letters; null where it is not known. */
  readonly state: string | null
  readonly name: string
  readonly homes: number
  readonly forSale: number
  readonly forRent: number
  readonly sold: number
  /** Not for sale, not for rent, and not known to have been sold. */
  readonly offMarket: number
}

export interface SourceRow {
  /** Null for records that do not say where they came from. */
  readonly source: string | null
  readonly attribution: string | null
  readonly nouns: readonly SourceNoun[]
}

export interface SourceNoun {
  readonly noun: string
  /** Null until they are counted. */
  readonly records: number | null
  /** The newest moment in them. */
  readonly newestAt: string | null
  readonly lastImport: LastImport | null
}

export interface LastImport {
  readonly at: string
  readonly mapping: string
  /** Up to 50. */
  readonly files: readonly string[]
  readonly rowsRead: number
  readonly rowsRejected: number
}

/** What is derived from a noun's records: a base, and a segment for each change since. */
export interface SegmentRow {
  readonly noun: string
  readonly name: string
  readonly isBase: boolean
  /** Rows that searches look at, and how many of them a later segment has replaced. */
  readonly rows: number
  readonly removedRows: number
  /** The same for all homes, listed or not; 0 for other nouns. */
  readonly homes: number
  readonly removedHomes: number
}

export interface FileRow {
  /** A folder ends in `/`, and counts with what is in it. */
  readonly name: string
  /** `other` is nothing that Plat made. */
  readonly kind: 'catalogue' | 'cards' | 'keys' | 'people' | 'rejects' | 'runs' | 'other'
  readonly bytes: number
  readonly files: number
  readonly changedAt: string
}

/** `/operator/runs`: imports, files of watched folders and turns of syncs, the latest first; up to 50 of each kind. */
export interface RunsPage {
  readonly runs: readonly Run[]
}

/** `/operator/keys`: the keys that were used last, up to 1,000. No secret is known to anybody. */
export interface KeysPage {
  readonly keys: readonly KeyRow[]
  /** How many there are beside them. */
  readonly keysBeside: number
}

export interface KeyRow {
  readonly keyId: string
  readonly label: string
  readonly plan: string
  /** `planless`: the plans file no longer has its plan. */
  readonly state: 'good' | 'expired' | 'revoked' | 'planless'
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Until then the secret before the last rotation works too. */
  readonly overlapUntil: string | null
  /** Of the current period of its plan, those added included. */
  readonly creditsLimit: number | null
  readonly creditsUsed: number
  readonly creditsAdded: number
  /** Since 00:00 UTC. */
  readonly callsToday: number
  readonly creditsToday: number
}

/** `/operator/usage?days=31`: what all keys used, and how the service fared since it started. */
export interface UsagePage {
  /** The first and the last day, both included. */
  readonly from: string
  readonly to: string
  /** Of all keys, days in order; charged calls alone. */
  readonly days: readonly DayUse[]
  /** The 50 keys with the most credits in that time. */
  readonly keys: readonly KeyUse[]
  /** Charged calls that these figures do not hold yet. */
  readonly unwrittenCalls: number
  /** Everything below is counted since this moment. */
  readonly since: string
  /** The operations that were called, the one with the most requests first. */
  readonly operations: readonly OperationUse[]
  /** Refusals by the code of the failure, those that occurred. */
  readonly refusals: readonly { readonly code: string; readonly count: number }[]
  /** Calls that got a 503 before they began. */
  readonly callsShed: number
  /** Threads that died and were replaced. */
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
  readonly area: 'A' | 'B' | 'C'
  /** A path, `/media/` for all pictures, `unknown` for paths that do not exist. */
  readonly operation: string
  readonly requests: number
  /** Requests by the class of their status: 2xx, 3xx, 4xx, 5xx, and gone where the caller left. */
  readonly statuses: Readonly<Record<string, number>>
  readonly credits: number
  /** Answers that were made for an earlier call. */
  readonly kept: number
  /** Time in which threads worked on it. */
  readonly workedS: number
  /** Of answers with 2xx, from when the request was read; null where there are none. */
  readonly latency: Latency | null
}

/** Estimates between the bounds of a histogram; beyond its last bound, 10 s, that bound. */
export interface Latency {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly meanMs: number
}

/** `/operator/slow-calls`: the last 200 slow calls since the service started, the latest first. */
export interface SlowCallsPage {
  /** Calls that took so long are slow; 0: none is looked for. */
  readonly slowMs: number
  /** Up to 10 a second in each thread. */
  readonly calls: readonly (SlowCall & { readonly at: string })[]
}
