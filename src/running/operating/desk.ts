import { setTimeout as pause } from 'node:timers/promises'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { SourceRecords } from '../../catalog/ports/catalog-store.ts'
import type { Snapshot } from '../../doors/http/counting/counts.ts'
import type { OperatorCaller, OperatorChange, OperatorPages } from '../../doors/http/index.ts'
import type { Plans } from '../../guard/access/index.ts'
import { type Clock, DAY_MS, type Day, dayOf } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { catalogPage } from './catalog-page.ts'
import { homesByState } from './homes-by-state.ts'
import { eventDocument, isKeyChange } from './key-changes.ts'
import type { CatalogPage, KeyLogPage, KeysPage, OperatorStart, RunsPage, StateHomes, UsagePage } from './pages.ts'
import type { Reader } from './reader.ts'
import { operationsUsed, samplesOf, total } from './use.ts'

type Reads = Pick<Reader, 'read' | 'close'>

export interface DeskParts {
  readonly reader: Reads
  /** A second thread for counting. Counting takes seconds, and other pages should not wait for it. */
  readonly counter: Reads
  readonly clock: Clock
  readonly catalog: Catalog
  /** Returns when the files of the catalog last changed. */
  readonly changedMs: () => number | undefined
  /** Returns the date that counts as today in each area: A homes, B offers, C experiences. */
  readonly today: () => CatalogPage['today']
  /** Returns the metrics, added up over all threads. */
  readonly counted: () => Promise<Snapshot>
  readonly connections: () => number
  readonly connectionsLimit: number
  /** Returns the current plans. */
  readonly plans: () => Promise<Plans>
  /** Deletes the saved searches and webhooks of a key. */
  readonly endSearches: (keyId: string) => Promise<void>
  readonly startedMs: number
  /** Whether clients on this machine need no key. */
  readonly openHere: boolean
}

const START = '/operator'
const KEYS = '/operator/keys'

/** How long a page is reused, in milliseconds. Several people may look at the same page. */
const GOOD_MS = 500
const PAGES_KEPT = 50

/** Maximum time that a page waits for the record count. The page is then sent without the count. */
const COUNTING_WAIT_MS = 300

const DAYS = 31
const DAYS_MAX = 366

interface CachedPage {
  /** When the page was complete; undefined while it is being made. */
  atMs: number | undefined
  readonly json: Promise<string>
}

/** Minimum time between two record counts. A sync may change the catalog every minute. */
const COUNTED_AGAIN_MS = 5 * 60_000

/** The last count of records by source. */
interface RecordCount {
  readonly version: string
  /** When the count began. */
  readonly atMs: number
  readonly failure: string | null
}

/** Makes the operators' pages in the main thread. Long reads run in other threads, so that the main thread stays free. */
export class Desk implements Omit<OperatorPages, 'changesHere'> {
  readonly openHere: boolean
  readonly #parts: DeskParts
  readonly #reader: Reads
  readonly #counter: Reads
  readonly #pages: Readonly<Record<string, (query: string) => Promise<object>>>
  readonly #made = new Map<string, CachedPage>()
  #homes: { readonly version: string; readonly states: readonly StateHomes[] } | undefined
  /** The last counts of records by source; undefined before the first count. */
  #tallies: readonly SourceRecords[] | undefined
  #counted: RecordCount | undefined
  #counting: Promise<void> | undefined

  constructor(parts: DeskParts) {
    this.#parts = parts
    this.openHere = parts.openHere
    this.#reader = parts.reader
    this.#counter = parts.counter
    this.#pages = {
      '/operator/catalog': () => this.#catalogPage(),
      '/operator/runs': () => this.#runsPage(),
      [KEYS]: () => this.#keysPage(),
      [`${KEYS}/log`]: async (): Promise<KeyLogPage> => ({
        events: (await this.#reader.read('keyLog')).map(eventDocument),
      }),
      '/operator/usage': (query) => this.#usagePage(query),
    }
  }

  async page(
    path: string,
    query: string,
    caller: OperatorCaller,
    change?: OperatorChange,
  ): Promise<string | undefined> {
    if (change !== undefined) return this.#change(path, change)
    if (path === START) {
      return JSON.stringify({ ...caller, pages: Object.keys(this.#pages) } satisfies OperatorStart)
    }
    const make = this.#pages[path]
    if (make === undefined) return undefined
    const name = `${path}?${query}`
    const nowMs = this.#parts.clock.now()
    const cached = this.#made.get(name)
    if (cached !== undefined && isGood(cached, nowMs)) return cached.json
    if (this.#made.size >= PAGES_KEPT) this.#made.clear()
    const made: CachedPage = { atMs: undefined, json: make(query).then((page) => JSON.stringify(page)) }
    this.#made.set(name, made)
    made.json.then(
      () => {
        made.atMs = this.#parts.clock.now()
      },
      () => this.#made.delete(name),
    )
    return made.json
  }

  async #change(path: string, { body, by }: OperatorChange): Promise<string | undefined> {
    const below = path.slice(KEYS.length)
    if (!isKeyChange(below)) return undefined
    const { answer, keyId, endsSearches } = await this.#reader.read('keyChange', { change: { path: below, body, by } })
    if (endsSearches) await this.#parts.endSearches(keyId).catch(() => {}) // a background job tries again
    this.#made.clear() // pages that were made before do not show the change
    return JSON.stringify(answer)
  }

  async close(): Promise<void> {
    await Promise.all([this.#reader.close(), this.#counter.close()])
  }

  async #catalogPage(): Promise<CatalogPage> {
    const { catalog, changedMs, today } = this.#parts
    const [inventory, files, homes] = await Promise.all([
      this.#reader.read('inventory'),
      this.#reader.read('files'),
      this.#homesByState(),
      this.#count(),
    ])
    const about = catalog.about()
    const counted = {
      tallies: this.#tallies,
      isCounting: this.#counting !== undefined,
      countFailure: this.#counted?.failure ?? null,
    }
    return catalogPage({ about, changedMs: changedMs(), today: today(), homes, inventory, files, ...counted })
  }

  async #homesByState(): Promise<readonly StateHomes[]> {
    const { catalog } = this.#parts
    const version = versionOf(catalog)
    if (this.#homes?.version !== version) this.#homes = { version, states: await homesByState(catalog) }
    return this.#homes.states
  }

  /** Starts a record count if the last one is out of date, and waits a moment for it. */
  async #count(): Promise<void> {
    if (this.#counting === undefined) {
      const [version, atMs] = [versionOf(this.#parts.catalog), this.#parts.clock.now()]
      const last = this.#counted
      if (last?.version === version && last.failure === null) return
      if (last !== undefined && atMs >= last.atMs && atMs - last.atMs < COUNTED_AGAIN_MS) return
      this.#counting = this.#counter.read('tallies').then(
        (records) => {
          this.#tallies = records
          this.#endCount({ version, atMs, failure: null })
        },
        (error: unknown) => {
          this.#endCount({ version, atMs, failure: error instanceof Error ? error.message : String(error) })
        },
      )
    }
    await Promise.race([this.#counting, pause(COUNTING_WAIT_MS, undefined, { ref: false })])
  }

  #endCount(counted: RecordCount): void {
    this.#counted = counted
    this.#counting = undefined
  }

  async #runsPage(): Promise<RunsPage> {
    return { runs: await this.#reader.read('runs') }
  }

  async #keysPage(): Promise<KeysPage> {
    const plans = await this.#parts.plans()
    return { ...(await this.#reader.read('keys', { plans })), plans: [...plans.keys()] }
  }

  async #usagePage(query: string): Promise<UsagePage> {
    const { clock, startedMs, connections, connectionsLimit } = this.#parts
    const nowMs = clock.now()
    const [from, to]: readonly [Day, Day] = [dayOf(nowMs - (daysIn(query) - 1) * DAY_MS), dayOf(nowMs)]
    const { days, keys } = await this.#reader.read('used', { since: from })
    const counted = await this.#parts.counted()
    return {
      from,
      to,
      days,
      keys,
      since: new Date(startedMs).toISOString(),
      operations: operationsUsed(counted),
      refusals: samplesOf(counted, 'plat_http_refusals_total')
        .filter(({ value }) => value > 0)
        .map(({ labels, value }) => ({ code: String(labels.code), count: value })),
      callsShed: total(samplesOf(counted, 'plat_http_calls_shed_total')),
      threadDeaths: total(samplesOf(counted, 'plat_thread_deaths_total')),
      connections: connections(),
      connectionsLimit,
    }
  }
}

function isGood({ atMs }: CachedPage, nowMs: number): boolean {
  return atMs === undefined || (nowMs - atMs < GOOD_MS && nowMs >= atMs)
}

function versionOf(catalog: Catalog): string {
  const { catalogId, dataVersion } = catalog.about()
  return `${catalogId} ${dataVersion}`
}

/** Reads the parameter `days` of the usage page. Throws a Fault with status 400 if it is not valid. */
function daysIn(query: string): number {
  const text = new URLSearchParams(query).get('days')
  if (text === null) return DAYS
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= DAYS_MAX) return days
  const detail = `days must be a whole number from 1 to ${DAYS_MAX}; you sent ${quote(text)}.`
  throw new Fault('param.invalid', detail, {
    errors: [{ parameter: 'days', code: 'param.invalid', detail, given: text }],
  })
}
