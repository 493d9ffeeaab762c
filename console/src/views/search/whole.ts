import { Problem } from '../../service/problem.ts'
import { type Query, queryOf } from '../../service/query.ts'
import { byZipAndPrice, inOrder } from './order.ts'
import { type FoundHome, homesIn, type Page } from './search-page.ts'

const [PAGE_HOMES, MOST_PAGES] = [200, 5]

/** Retries of a temporarily refused call before the person is asked whether to continue. */
const MAX_TRIES = 10

interface Plan {
  readonly parts: readonly { readonly query: string; readonly path: string; readonly total: number }[]
}

interface PartPage {
  readonly query: Query
  readonly homes: number
}

/** The parts of an answer that loading needs. */
export interface Paid<T> {
  readonly body: T
  readonly cost: number
  readonly dataVersion: string | undefined
}

/** The homes that the plan can reach, the total number of homes, and the credits still to pay. */
interface Planned {
  readonly homes: number
  readonly total: number
  readonly credits: number
}

export type WholeState =
  | { readonly at: 'start' }
  | { readonly at: 'planning'; readonly waitS?: number }
  /** Planning failed. */
  | { readonly at: 'unplanned'; readonly failure: string }
  | ({ readonly at: 'planned' } & Planned)
  /** `isEnding`: loading stops after the current page, which is already paid. */
  | ({ readonly at: 'loading'; readonly done: number; readonly isEnding: boolean; readonly waitS?: number } & Planned)
  /**
   * The loaded homes, and the cost including the plan. If loading stopped early, `credits` is the price of the
   * remaining homes.
   */
  | ({
      readonly at: 'over'
      readonly done: number
      readonly cost: number
      readonly failure?: string
      /** The data changed during loading. A home may be missing, or appear twice with old and new values. */
      readonly isMixed: boolean
      /** Whether the homes are in the requested order. Otherwise they are sorted by ZIP code and price. */
      readonly isSorted: boolean
    } & Planned)

/** Functions to send requests and to wait. */
export interface Means {
  ask<T>(query: Query, signal: AbortSignal): Promise<Paid<T>>
  /** Resolves early, without an error, when `signal` aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

/** `homes` is passed only when it has changed. */
type Show = (state: WholeState, homes?: readonly FoundHome[]) => void

/**
 * Loads all homes of a search that has more than one search returns. It plans, shows the price, loads part by part, and
 * stops on request. A restart continues where loading stopped, so that nothing is paid twice.
 */
export class WholeLoad {
  readonly #query: Query
  readonly #means: Means
  readonly #show: Show
  readonly #gone = new AbortController()
  #ending = new AbortController()
  #version: string | undefined
  #pages: readonly PartPage[] = []
  #total = 0
  /** Index of the next page to request. */
  #next = 0
  #cost = 0
  #isMixed = false
  #isLoading = false
  readonly #homes: FoundHome[] = []

  constructor(query: Query, means: Means, show: Show) {
    this.#query = query
    this.#means = means
    this.#show = (state, homes) => {
      if (!this.#gone.signal.aborted) show(state, homes)
    }
  }

  async plan(): Promise<void> {
    this.#ending = new AbortController()
    this.#show({ at: 'planning' })
    try {
      const { page: _, ...params } = this.#query.params
      const waiting = (waitS?: number) => this.#show({ at: 'planning', ...(waitS !== undefined && { waitS }) })
      const answer = await this.#patiently<Plan>(queryOf('/search/plan', params), waiting)
      if (answer === undefined) return this.#show({ at: 'start' })
      this.#cost += answer.cost
      this.#version = answer.dataVersion
      this.#pages = answer.body.parts.flatMap(pagesOf)
      this.#total = answer.body.parts.reduce((sum, { total }) => sum + total, 0)
      this.#show({ at: 'planned', ...this.#planned() })
    } catch (error) {
      this.#show({ at: 'unplanned', failure: messageOf(error) })
    }
  }

  /** Starts loading, or continues after a stop. */
  async load(): Promise<void> {
    this.#ending = new AbortController()
    this.#isLoading = true
    let failure: string | undefined
    this.#showLoading()
    try {
      for (;;) {
        const page = this.#pages[this.#next]
        if (page === undefined || this.#ending.signal.aborted) break
        const answer = await this.#patiently<Page>(page.query, (waitS) => this.#showLoading(waitS))
        if (answer === undefined) break
        this.#next += 1
        this.#cost += answer.cost
        this.#isMixed ||= answer.dataVersion !== this.#version
        this.#homes.push(...homesIn(answer.body))
        this.#showLoading()
      }
    } catch (error) {
      failure = messageOf(error)
    }
    this.#isLoading = false
    const sorted = inOrder(this.#homes, this.#query.params)
    this.#show(
      {
        at: 'over',
        ...this.#planned(),
        done: this.#homes.length,
        cost: this.#cost,
        isMixed: this.#isMixed,
        isSorted: sorted !== undefined,
        ...(failure !== undefined && { failure }),
      },
      sorted ?? byZipAndPrice(this.#homes),
    )
  }

  /** Stops after the current call, because the service may have charged for it already. */
  cancel(): void {
    this.#ending.abort()
    if (this.#isLoading) this.#showLoading()
  }

  /** Stops for good because another search replaces this one. No request and no update follow. */
  close(): void {
    this.#gone.abort()
    this.#ending.abort()
  }

  #planned(): Planned {
    const homes = this.#pages.reduce((sum, page) => sum + page.homes, 0)
    return { homes, total: this.#total, credits: this.#pages.length - this.#next }
  }

  #showLoading(waitS?: number): void {
    const isEnding = this.#ending.signal.aborted
    const wait = waitS !== undefined && { waitS }
    this.#show({ at: 'loading', ...this.#planned(), done: this.#homes.length, isEnding, ...wait })
  }

  /**
   * Sends a query. After a refusal that names a wait, waits and tries again. Undefined if loading was stopped while
   * waiting.
   */
  async #patiently<T>(query: Query, waiting: (waitS?: number) => void): Promise<Paid<T> | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#means.ask<T>(query, this.#gone.signal)
      } catch (error) {
        const waitS = error instanceof Problem && isForNow(error) ? error.retryAfterS : undefined
        if (waitS === undefined || tries >= MAX_TRIES) throw error
        if (!this.#ending.signal.aborted) {
          waiting(waitS)
          await this.#means.pause(waitS * 1000, this.#ending.signal)
        }
        if (this.#ending.signal.aborted) return undefined
        waiting()
      }
    }
  }
}

function isForNow({ status }: Problem): boolean {
  return status === 429 || status === 503
}

/** Returns the pages of a part. A part that cannot be split has at most as many pages as one search returns. */
function pagesOf({ query, path, total }: Plan['parts'][number]): PartPage[] {
  const params = Object.fromEntries(new URLSearchParams(query))
  const count = Math.min(MOST_PAGES, Math.ceil(total / PAGE_HOMES))
  return Array.from({ length: count }, (_, i) => ({
    query: queryOf(path, { ...params, page: i + 1 }),
    homes: Math.min(PAGE_HOMES, total - i * PAGE_HOMES),
  }))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
