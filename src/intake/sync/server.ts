import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { Refused } from './answer-body.ts'
import type { RowRequest } from './config.ts'
import { both, literal, type Page, pageIn, type Query, queryUrl, textIn } from './odata.ts'
import type { Web } from './web.ts'

/** Number of keys in one filter. With fifty, an address stays below 2 KB. */
const KEYS_AT_ONCE = 50

/** The place where paging continues: after a key, or at the link to the next page. */
export interface Place {
  readonly behind?: string | undefined
  readonly next?: string | undefined
}

/** Reads the rows of a RESO Web API server. Every request to the server goes through here. */
export class ResoServer {
  readonly #web: Web
  readonly #server: URL
  /** Whether the server understands `in`. Undefined until it was tried. */
  #knowsIn: boolean | undefined
  /** Whether the server compares texts in filters, as far as is known. */
  #comparesKeys = true
  #metadata: string | undefined

  constructor(web: Web, server: URL) {
    this.#web = web
    this.#server = server
  }

  get requests(): number {
    return this.#web.requests
  }

  /** Returns one page. Throws `Refused` when the server does not accept the query. */
  async page({ path, filter, top }: RowRequest, query: Query): Promise<Page> {
    const url = queryUrl(this.#server, path, { top, ...query, filter: both(filter, query.filter) })
    return this.#pageAt(url)
  }

  /** Returns the page to which a link leads. */
  async linked(link: string): Promise<Page> {
    return this.#pageAt(this.#web.linkTo(link, this.#server))
  }

  /**
   * Yields all pages of a query by their links. Throws a CommandFault when these go in a circle. `from` is a link to
   * begin with.
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
   * Returns the rows behind the first ones: a server may take $top for the total number of rows. Undefined when there
   * are none, or none can be requested.
   */
  async #behind(asking: RowRequest, query: Query, skip: number, { records }: Page): Promise<Page | undefined> {
    const page = await this.#unlessRefused(() => this.page(asking, { ...query, skip }))
    return page === undefined || page.records.length === 0 || isDeepStrictEqual(page.records, records)
      ? undefined
      : page
  }

  /**
   * Yields all pages of a query in the order of a key. The request for a page names the last row of the page before, so
   * no row is skipped if another row is removed during the walk. Follows links if the server cannot compare keys.
   */
  async *pagesByKey(asking: RowRequest, key: string, query: Query, from: Place = {}): AsyncGenerator<Page> {
    const sorted = asking.ordered ? { ...query, orderby: key } : query
    if (!asking.ordered || !this.#comparesKeys) return yield* this.pages(asking, sorted, from.next)
    for (let { behind, next } = from; ; ) {
      const filter = behind === undefined ? query.filter : both(query.filter, `${key} gt ${literal(behind)}`)
      const page = await this.#unlessRefused(() => this.page(asking, { ...sorted, filter }), behind === undefined)
      if (page === undefined) {
        this.#comparesKeys = false
        // Reading a row twice is harmless.
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

  /** Returns undefined for a refusal. With `isLast` the refusal is thrown. */
  async #unlessRefused<T>(ask: () => Promise<T>, isLast = false): Promise<T | undefined> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Refused && !isLast) return undefined
      throw error
    }
  }

  /**
   * Yields the rows that have one of these texts in a field, in the order of their own key. Where the server refuses to
   * search by the field, all rows are read, and the others left out.
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

  /** Requests fewer keys at once if many are refused, because servers limit the length of an address. */
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

  /** Whether the server's metadata has a field with this name. True when it has no metadata. */
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

  /** Tries `in`, which came with version 4.01 of OData. */
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
    // A link may be relative, to the address of its page.
    return next === undefined ? page : { ...page, next: URL.canParse(next) ? next : new URL(next, url).href }
  }
}

function circle(path: string): CommandFault {
  return new CommandFault(
    `The pages of ${path} form a loop: the server links to a page that was already read.`,
    EXIT.data,
  )
}

/** Maximum number of repeats of a page. A working server may repeat a page; a broken server repeats it forever. */
const SAME_ROWS_MAX = 3

/** Notices repeated pages by their links and by their rows. */
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

/** Turns a refusal into a fault, if no other request can replace it. */
export function refusal(path: string, { message }: Refused): CommandFault {
  return new CommandFault(`The server rejected the query for ${path}: ${message}.`, EXIT.data)
}
