import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { Refused } from './answer-body.ts'
import type { RowRequest } from './config.ts'
import { both, literal, type Page, pageIn, type Query, queryUrl, textIn } from './odata.ts'
import type { Web } from './web.ts'

/** Maximum number of keys in a filter. URLs then stay below 2 KB. */
const KEYS_AT_ONCE = 50

/** Where paging continues: after a key, or at a link. */
export interface Place {
  readonly behind?: string | undefined
  readonly next?: string | undefined
}

/** Reads rows from a RESO Web API server. All requests go through this class. */
export class ResoServer {
  readonly #web: Web
  readonly #server: URL
  /** Whether the server supports `in`. Undefined until tried. */
  #knowsIn: boolean | undefined
  /** Whether the server can compare keys in filters. True until it refuses. */
  #comparesKeys = true
  #metadata: string | undefined

  constructor(web: Web, server: URL) {
    this.#web = web
    this.#server = server
  }

  get requests(): number {
    return this.#web.requests
  }

  /** Returns one page. Throws `Refused` if the server rejects the query. */
  async page({ path, filter, top }: RowRequest, query: Query): Promise<Page> {
    const url = queryUrl(this.#server, path, { top, ...query, filter: both(filter, query.filter) })
    return this.#pageAt(url)
  }

  async linked(link: string): Promise<Page> {
    return this.#pageAt(this.#web.linkTo(link, this.#server))
  }

  /**
   * Yields all pages by following links from `from`, or from the first page. Throws a CommandFault if the links form a
   * circle.
   */
  async *pages(asking: RowRequest, query: Query, from?: string): AsyncGenerator<Page> {
    const seen = new Circle(asking.path)
    let page = from === undefined ? await this.page(asking, query) : await this.linked(from)
    for (let rows = 0; ; ) {
      seen.check(page)
      yield page
      rows += page.records.length
      const { next, records } = page
      if (next !== undefined) page = await this.linked(next)
      else if (from !== undefined || records.length < asking.top) return
      else {
        const rest = await this.#behind(asking, query, rows, page)
        if (rest === undefined) return
        page = rest
      }
    }
  }

  /**
   * Returns the rows after the first page, because some servers treat $top as the total. Undefined if there are none or
   * the server refuses.
   */
  async #behind(asking: RowRequest, query: Query, skip: number, { records }: Page): Promise<Page | undefined> {
    const page = await this.#unlessRefused(() => this.page(asking, { ...query, skip }))
    return page === undefined || page.records.length === 0 || isDeepStrictEqual(page.records, records)
      ? undefined
      : page
  }

  /**
   * Yields all pages in order of the key. Each request continues after the last key of the previous page, so deletions
   * cause no gaps. Follows links if the server cannot compare keys.
   */
  async *pagesByKey(asking: RowRequest, key: string, query: Query, from: Place = {}): AsyncGenerator<Page> {
    const sorted = asking.ordered ? { ...query, orderby: key } : query
    if (!asking.ordered || !this.#comparesKeys) return yield* this.pages(asking, sorted, from.next)
    for (let { behind, next } = from; ; ) {
      const filter = behind === undefined ? query.filter : both(query.filter, `${key} gt ${literal(behind)}`)
      const page = await this.#unlessRefused(() => this.page(asking, { ...sorted, filter }), behind === undefined)
      if (page === undefined) {
        this.#comparesKeys = false
        // Reading some rows twice is harmless.
        return yield* this.pages(asking, sorted, next)
      }
      const last = textIn(page.records.at(-1) ?? {}, key)
      if (last !== '' && last === behind) throw circle(asking.path)
      yield page
      if (page.next === undefined && page.records.length < asking.top) return
      if (last === '') return yield* page.next === undefined ? [] : this.pages(asking, sorted, page.next)
      ;[behind, next] = [last, page.next]
    }
  }

  /** Returns undefined if the server refuses. With `isLast`, throws `Refused`. */
  async #unlessRefused<T>(ask: () => Promise<T>, isLast = false): Promise<T | undefined> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Refused && !isLast) return undefined
      throw error
    }
  }

  /**
   * Yields the rows whose `field` is one of `keys`, in order of `key`. If the server cannot filter by the field, reads
   * all rows and drops the others.
   */
  async *withAny(
    asking: RowRequest,
    key: string,
    field: string,
    keys: readonly string[],
    query: Query = {},
  ): AsyncGenerator<Page> {
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
      const some = keys.slice(from, from + KEYS_AT_ONCE)
      if (this.#knowsIn === undefined) await this.#tryIn(asking, field, some)
      try {
        yield* this.#withSome(asking, key, field, some, query)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return yield* this.#amongAll(asking, key, field, new Set(keys.slice(from)), query)
      }
    }
  }

  async *#amongAll(
    asking: RowRequest,
    key: string,
    field: string,
    keys: ReadonlySet<string>,
    query: Query,
  ): AsyncGenerator<Page> {
    for await (const page of this.pagesByKey(asking, key, query)) {
      const records = page.records.filter((record) => keys.has(textIn(record, field)))
      if (records.length > 0) yield { ...page, records }
    }
  }

  /** If a request for many keys is refused, tries fewer: servers limit the length of URLs. */
  async *#withSome(
    asking: RowRequest,
    key: string,
    field: string,
    some: readonly string[],
    query: Query,
  ): AsyncGenerator<Page> {
    const pages = this.pagesByKey(asking, key, { ...query, filter: this.#anyOf(field, some) })
    const first = await this.#unlessRefused(() => pages.next(), some.length === 1)
    if (first === undefined) {
      const half = Math.ceil(some.length / 2)
      yield* this.#withSome(asking, key, field, some.slice(0, half), query)
      yield* this.#withSome(asking, key, field, some.slice(half), query)
    } else if (first.done !== true) {
      yield first.value
      yield* pages
    }
  }

  /** Whether the server's metadata contains this field. True if there is no metadata. */
  async declares(field: string): Promise<boolean> {
    this.#metadata ??= await this.#describe()
    return this.#metadata === '' || this.#metadata.includes(`Name="${field}"`)
  }

  async #describe(): Promise<string> {
    try {
      const url = queryUrl(this.#server, '$metadata', {})
      return await this.#web.text(url, 'application/xml')
    } catch (error) {
      const isDenied = error instanceof CommandFault && error.exitCode === EXIT.denied
      if (error instanceof Refused || isDenied) return ''
      throw error
    }
  }

  #anyOf(field: string, keys: readonly string[]): string {
    const texts = keys.map(literal)
    if (this.#knowsIn) return `${field} in (${texts.join(',')})`
    return texts.map((text) => `${field} eq ${text}`).join(' or ')
  }

  /** Tries the operator `in`, which OData versions before 4.01 lack. */
  async #tryIn(asking: RowRequest, field: string, keys: readonly string[]): Promise<void> {
    this.#knowsIn = true
    try {
      await this.page({ ...asking, top: 1 }, { filter: this.#anyOf(field, keys), select: field })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#knowsIn = false
    }
  }

  async #pageAt(url: URL): Promise<Page> {
    const page = await this.#web.read(url, pageIn)
    const { next } = page
    // Links may be relative to the URL of their page.
    return next === undefined ? page : { ...page, next: URL.canParse(next) ? next : new URL(next, url).href }
  }
}

function circle(path: string): CommandFault {
  return new CommandFault(
    `The pages of ${path} form a loop: the server links to a page that was already read.`,
    EXIT.data,
  )
}

/** Maximum number of identical pages. Correct servers repeat a page rarely; broken servers repeat it forever. */
const SAME_ROWS_MAX = 3

/** Detects pages that repeat, by their links and rows. */
class Circle {
  readonly #path: string
  readonly #links = new Set<string>()
  readonly #rows = new Map<string, number>()

  constructor(path: string) {
    this.#path = path
  }

  check({ records, next }: Page): void {
    if (next === undefined) return
    const rows = hash('sha256', JSON.stringify(records))
    const times = (this.#rows.get(rows) ?? 0) + 1
    if (this.#links.has(next) || times > SAME_ROWS_MAX) {
      throw circle(this.#path)
    }
    this.#links.add(next)
    this.#rows.set(rows, times)
  }
}

/** Turns a refusal without an alternative into a CommandFault. */
export function refusal(path: string, { message }: Refused): CommandFault {
  return new CommandFault(`The server rejected the query for ${path}: ${message}.`, EXIT.data)
}
