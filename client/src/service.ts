import type { Caller } from './caller.ts'
import { ChangingError, OutOfReachError } from './failure.ts'
import type { SearchPlan } from './generated/answers.ts'
import type { CallOptions, Operation, PagedOperation, Where } from './operation.ts'
import type { Extent, Paging } from './paging.ts'
import { type Parameters, queryOf } from './query.ts'
import { outgoingCall } from './request.ts'
import type { Result } from './result.ts'

/** Maximum number of attempts to read a list whose data keeps changing. */
const TURNS = 5

/** Thrown if the data changed, so that `all` starts again. */
class Changed extends Error {}

/** Creates the methods of operations. */
export class Service {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  operation<P extends object, Data>(where: Where): Operation<P, Data> {
    return (parameters?: object, options?: CallOptions) =>
      this.#caller.ask<Data>(outgoingCall(where, parameters ?? {}), options)
  }

  paged<P extends object, Data, Row>(where: Where, paging: Paging<Data, Row>): PagedOperation<P, Data, Row> {
    const list = new List(this.#caller, where, paging)
    const first = (parameters?: object, options?: CallOptions) => list.page(queryOf(parameters ?? {}), options)
    return Object.assign(first, {
      pages: (parameters?: object, options?: CallOptions) => list.pages({ ...parameters }, options),
      all: (parameters?: object, options?: CallOptions) => list.all({ ...parameters }, options),
    })
  }
}

/** A list that an operation returns page by page. */
class List<Data, Row> {
  readonly #caller: Caller
  readonly #where: Where
  readonly #paging: Paging<Data, Row>

  constructor(caller: Caller, where: Where, paging: Paging<Data, Row>) {
    this.#caller = caller
    this.#where = where
    this.#paging = paging
  }

  page(query: string, options: CallOptions | undefined): Promise<Result<Data>> {
    return this.#caller.ask<Data>({ where: this.#where, query }, options)
  }

  async *pages(parameters: Parameters, options: CallOptions | undefined): AsyncGenerator<Result<Data>> {
    for (let next: Parameters | undefined = parameters; next !== undefined; ) {
      const requested: Parameters = next
      const result = await this.page(queryOf(requested), options)
      yield result
      const { next: further } = this.#paging.extentOf(result.data, requested)
      next = further && { ...parameters, ...further }
    }
  }

  /** Yields all rows. Starts again if the data changes, and then skips rows that were already yielded. */
  async *all(given: Parameters, options: CallOptions | undefined): AsyncGenerator<Row> {
    const { page: _page, nextPageCursor: _cursor, ...parameters } = given
    const { idOf } = this.#paging
    const before = new Set<string>()
    for (let turn = 1; turn <= TURNS; turn++) {
      const shown: string[] = []
      try {
        for await (const row of this.#whole(parameters, options)) {
          const id = idOf?.(row)
          if (id !== undefined && before.has(id)) continue
          if (id !== undefined) shown.push(id)
          yield row
        }
        return
      } catch (error) {
        if (!(error instanceof Changed)) throw error
        for (const id of shown) before.add(id)
      }
    }
    throw new ChangingError(
      `The data changed ${TURNS} times while results were collected. Try again when no import is running.`,
    )
  }

  /** Yields all rows of one version of the data. Throws `Changed` if an answer has another version. */
  async *#whole(parameters: Parameters, options: CallOptions | undefined): AsyncGenerator<Row> {
    // Starts at page 1 explicitly, because the sentence or URL of a search may name another page.
    const begun = this.#paging.idOf === undefined ? parameters : { ...parameters, page: 1 }
    const first = await this.page(queryOf(begun), options)
    const { total, reach } = this.#paging.extentOf(first.data, parameters)
    if (total <= reach) {
      yield* this.#rest(first, parameters, options)
      return
    }
    const { planned } = this.#paging
    if (planned === undefined) throw this.#outOfReach(total, reach)
    yield* this.#parts(planned(parameters, first.data), { total, dataVersion: first.dataVersion }, options)
  }

  /** Yields the rows of a page and of all pages after it. */
  async *#rest(first: Result<Data>, parameters: Parameters, options: CallOptions | undefined): AsyncGenerator<Row> {
    const { rows, extentOf, idOf } = this.#paging
    yield* rows(first.data)
    const { next } = extentOf(first.data, parameters)
    if (next === undefined) return
    for await (const { data, dataVersion } of this.pages({ ...parameters, ...next }, options)) {
      if (idOf !== undefined && dataVersion !== first.dataVersion) throw new Changed()
      yield* rows(data)
    }
  }

  /**
   * Yields the rows of each part into which `/search/plan` splits a search. Checks that the plan is for the same
   * search.
   */
  async *#parts(
    search: Parameters,
    { total, dataVersion }: { readonly total: number; readonly dataVersion: string },
    options: CallOptions | undefined,
  ): AsyncGenerator<Row> {
    const { explain: _explain, page: _page, ...requested } = search
    const planCall = { where: { area: 'A', path: '/search/plan' }, query: queryOf(requested) } as const
    const plan = await this.#caller.ask<SearchPlan>(planCall, options)
    const { parts, resultsCount } = plan.data
    const tooLarge = parts.find(({ indivisible }) => indivisible)
    if (tooLarge !== undefined) throw this.#outOfReach(tooLarge.total, resultsCount.scrapeable_count)
    if (plan.dataVersion !== dataVersion) throw new Changed()
    if (resultsCount.totalMatchingCount !== total) throw this.#outOfReach(total, resultsCount.scrapeable_count)
    for (const { path, query } of parts) {
      const where: Where = { area: 'A', path }
      let next: Extent['next'] = { page: 1 }
      while (next !== undefined) {
        const requestedPage = { where, query: `${query}&${queryOf(next)}` }
        const page: Result<Data> = await this.#caller.ask<Data>(requestedPage, options)
        if (page.dataVersion !== dataVersion) throw new Changed()
        yield* this.#paging.rows(page.data)
        next = this.#paging.extentOf(page.data, next).next
      }
    }
  }

  #outOfReach(total: number, reach: number): OutOfReachError {
    const sentence = `Cannot collect ${total} results of ${this.#where.path}: its pages show only ${reach}. Request fewer results.`
    return new OutOfReachError(sentence, total, reach)
  }
}
