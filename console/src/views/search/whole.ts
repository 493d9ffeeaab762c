import { Problem } from '../../service/problem.ts'
import { type Query, queryOf } from '../../service/query.ts'
import { type FoundHome, homesIn, type Page } from './found.ts'
import { byZipAndPrice, inOrder } from './order.ts'

/** Results on a page of the service, and pages of one search. */
const [PAGE_HOMES, MOST_PAGES] = [200, 5]

/** The number of times that one call may be refused for now before the person is asked whether to go on. */
const MAX_TRIES = 10

interface Plan {
  readonly parts: readonly { readonly query: string; readonly path: string; readonly total: number }[]
}

interface PartPage {
  readonly query: Query
  readonly homes: number
}

/** The parts of an answer that are needed here. */
export interface Paid<T> {
  readonly body: T
  readonly cost: number
  readonly dataVersion: string | undefined
}

/** The homes that the plan can reach, all that there are, and the credits that are still to be paid. */
interface Planned {
  readonly homes: number
  readonly total: number
  readonly credits: number
}

export type WholeState =
  | { readonly at: 'start' }
  | { readonly at: 'planning'; readonly waitS?: number }
  /** The plan did not come. */
  | { readonly at: 'unplanned'; readonly failure: string }
  | ({ readonly at: 'planned' } & Planned)
  /** `isEnding`: the page under way is paid, so it is awaited, and no other follows. */
  | ({ readonly at: 'loading'; readonly done: number; readonly isEnding: boolean; readonly waitS?: number } & Planned)
  /** All that came and what it cost with the plan; `credits` are left where it ended before its end. */
  | ({
      readonly at: 'over'
      readonly done: number
      readonly cost: number
      readonly failure?: string
      /** The data changed meanwhile: a home may be missing, or stand twice as it was and is. */
      readonly isMixed: boolean
      /** The homes are in the order that was asked for; otherwise by ZIP code and price. */
      readonly isSorted: boolean
    } & Planned)

/** How calls are made, and waits. */
export interface Means {
  ask<T>(query: Query, signal: AbortSignal): Promise<Paid<T>>
  /** Ends early, without a fault, when the signal does. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

/** The homes are given anew when they changed. */
type Show = (state: WholeState, homes?: readonly FoundHome[]) => void

/**
 * All homes of a search that has more than one search gives: planned, told, loaded part by part, and ended at will.
 * What ended early goes on where it ended, so that nothing is paid twice.
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
  /** The next page to ask for. */
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

  /** Begins, or goes on where it ended. */
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

  /** Ends after the call under way: the service may have charged for it already. */
  cancel(): void {
    this.#ending.abort()
    if (this.#isLoading) this.#showLoading()
  }

  /** Another search has taken its place: nothing more is asked for or shown. */
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

  /** Asks again after a refusal that says when; undefined where it was ended meanwhile. */
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

/** Returns the pages of a part. A part that cannot be divided far enough has as many as one search gives. */
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
