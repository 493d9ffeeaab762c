import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { JsonObject } from '../ingest/record-source.ts'
import { Refused } from './answer-body.ts'
import type { RowRequest } from './config.ts'
import { literal, type Page, type Query, textIn } from './odata.ts'
import { type ResoServer, refusal } from './server.ts'

/**
 * How to follow the changes of a resource: its rows, the field with the time of a change, and the key that sorts rows
 * with equal times.
 */
export interface Trail {
  readonly asking: RowRequest
  readonly field: string
  readonly key: string
  readonly query: Query
}

/**
 * Changed rows, and the time up to which all changes are known, as the server writes it. The time is never in the
 * future of the server's clock.
 */
export interface Step {
  readonly records: readonly JsonObject[]
  readonly reached: string
  /** A sentence for the operator. */
  readonly doubt?: string
}

/** Allowed difference between the clocks of a server and its database. */
const CLOCKS_APART_MS = 5 * 60_000

/** Stop after this number of pages without a new row. */
const IDLE_MAX = 3

/**
 * Yields all rows that changed at or after a time, oldest first. Each request continues after the last row of the
 * previous page instead of following a link: changed rows move to the end, so counting from the start would skip rows.
 * Throws a CommandFault if the server ignores the filter and the order.
 */
export async function* changesSince(server: ResoServer, trail: Trail, since: string): AsyncGenerator<Step> {
  const walk = new Walk(server, trail, since)
  for (let idle = 0; idle < IDLE_MAX; ) {
    const page = await walk.next()
    if (page === undefined) return
    const fresh = walk.take(page)
    idle = fresh.length > 0 ? 0 : idle + 1
    if (fresh.length > 0) yield { records: fresh, ...walk.reached(page) }
    if (walk.isOver(page, fresh)) return
  }
}

/** Where the next request continues: at a time, after a time, or after a key among rows with the same time. */
type Place =
  | { readonly from: string }
  | { readonly within: string; readonly behind: string }
  | { readonly after: string }

class Walk {
  readonly #server: ResoServer
  readonly #trail: Trail
  #at: string
  /** Keys of the rows already read that have the same time as the last row. */
  #seen = new Set<string>()
  #place: Place
  #link: string | undefined
  /** Whether the last page was full, so that more rows may follow. */
  #wasFull = false

  constructor(server: ResoServer, trail: Trail, since: string) {
    this.#server = server
    this.#trail = trail
    this.#at = since
    this.#place = { from: since }
  }

  /** The time of the last row. */
  get at(): string {
    return this.#at
  }

  /** Limits the time to the server's present. Otherwise later searches would miss changes before a future time. */
  reached({ madeMs }: Page): Pick<Step, 'reached' | 'doubt'> {
    const { asking, field } = this.#trail
    const aheadMs = Date.parse(this.#at) - madeMs
    if (aheadMs <= 0) return { reached: this.#at }
    const reached = new Date(madeMs).toISOString()
    if (aheadMs < CLOCKS_APART_MS) return { reached }
    const doubt = `${asking.path} has rows dated in the future, with ${field} up to "${this.#at}". Plat still detects its later changes.`
    return { reached, doubt }
  }

  /** Returns the next page. Undefined at the end. */
  async next(): Promise<Page | undefined> {
    const page = await this.#ask()
    if (page.records.length > 0) return page
    if (!('within' in this.#place)) return undefined
    // All rows with this time have been read.
    this.#place = { after: this.#at }
    return this.next()
  }

  /** Returns the page's new rows. The next request continues after them. */
  take(page: Page): readonly JsonObject[] {
    const { field, key } = this.#trail
    const dated = page.records.filter((record) => textIn(record, field) !== '')
    this.#check(dated)
    const fresh = page.records.filter((record) => {
      return textIn(record, field) !== this.#at || !this.#seen.has(textIn(record, key))
    })
    const last = dated.at(-1)
    if (last === undefined) throw this.#fault(`its rows have no ${field}`)
    const moment = textIn(last, field)
    const isSame = moment === this.#at
    if (!isSame) this.#seen = new Set()
    for (const record of dated) if (textIn(record, field) === moment) this.#seen.add(textIn(record, key))
    this.#at = moment
    this.#place = isSame ? { within: moment, behind: textIn(last, key) } : { from: moment }
    this.#link = page.next
    this.#wasFull = page.next !== undefined || page.records.length >= this.#trail.asking.top
    return fresh
  }

  /** Whether a page without new rows is the last one. */
  isOver({ next, records }: Page, fresh: readonly JsonObject[]): boolean {
    return fresh.length === 0 && next === undefined && records.length < this.#trail.asking.top
  }

  async #ask(): Promise<Page> {
    const { asking, field, key, query } = this.#trail
    const place = this.#place
    const isWithin = 'within' in place
    if (isWithin && !asking.ordered) return this.#withoutKeys(place.within)
    const filter = isWithin
      ? `${field} eq ${place.within} and ${key} gt ${literal(place.behind)}`
      : 'from' in place
        ? `${field} ge ${place.from}`
        : `${field} gt ${place.after}`
    const orderby = asking.ordered ? (isWithin ? key : `${field},${key}`) : undefined
    try {
      return await this.#server.page(asking, { ...query, filter, orderby })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (!isWithin) throw refusal(asking.path, error)
      return this.#withoutKeys(place.within)
    }
  }

  /** Reads more rows with the same time, from a server that can neither filter nor sort by key. */
  async #withoutKeys(moment: string): Promise<Page> {
    const { asking, field, key, query } = this.#trail
    if (this.#link !== undefined) return this.#server.linked(this.#link)
    if (!this.#wasFull) return { records: [], next: undefined, madeMs: 0 }
    const orderby = asking.ordered ? key : undefined
    return this.#server.page(asking, { ...query, filter: `${field} eq ${moment}`, orderby, skip: this.#seen.size })
  }

  #check(records: readonly JsonObject[]): void {
    const { field } = this.#trail
    let before = Date.parse(this.#at)
    for (const record of records) {
      const moment = Date.parse(textIn(record, field))
      if (Number.isNaN(moment))
        throw this.#fault(`${field} has no readable time in ${JSON.stringify(textIn(record, field))}`)
      if (moment < before) throw this.#fault(`its rows are not sorted by ${field}, or are older than requested`)
      before = moment
    }
  }

  #fault(why: string): CommandFault {
    const { asking, field } = this.#trail
    return new CommandFault(`Cannot follow ${asking.path} by ${field}: ${why}.`, EXIT.data)
  }
}
