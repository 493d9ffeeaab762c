import type { Context } from '../../src/catalog/ports/context.ts'
import type { Query } from '../../src/catalog/ports/query.ts'
import { decodeQuery } from '../../src/doors/http/request/query.ts'
import { portalWords } from '../../src/kit/base/words.ts'
import { parse, worded } from '../../src/kit/params/index.ts'
import { LISTING_CLASSES, type ListingClass } from '../../src/model/home-columns.ts'
import { searchByAddress } from '../../src/service/operations/search/by-address.ts'
import { byCoordinates } from '../../src/service/operations/search/by-coordinates.ts'
import { byPolygon } from '../../src/service/operations/search/by-polygon.ts'
import {
  MAX_PAGES,
  PAGE_RESULTS,
  pageOf,
  resolveSearch,
  type SearchArgs,
} from '../../src/service/operations/search/resolved-search.ts'
import { Random } from '../../test/engine/random.ts'
import { AreaDrawer, type DrawnArea } from './drawn-areas.ts'
import { type Written, withOptions } from './drawn-values.ts'

/** One random search, as a URL and as a query to the catalog. */
export interface Draw {
  readonly kind: DrawnArea['kind']
  /** The path with the query string. */
  readonly url: string
  readonly query: Query
}

const MAX_FILTERS = 3

const CLASSES_BY_SHARE: readonly ListingClass[] = [...LISTING_CLASSES, 'For_Sale']

/** Draws random searches of a catalog. The same seed, catalog and day yield the same searches. */
export class MixDrawer {
  readonly #context: Context
  readonly #random: Random
  readonly #areas: AreaDrawer

  constructor(seed: number, context: Context) {
    this.#context = context
    this.#random = new Random(seed)
    this.#areas = new AreaDrawer(this.#random, context.catalog.regions())
  }

  /** Draws an area of any kind, filters, and one of the pages of results. All pages are equally likely. */
  async draw(): Promise<Draw> {
    const listingClass = this.#random.pick(CLASSES_BY_SHARE)
    const area = this.#areas.area()
    const parameters = { ...area.parameters, ...this.filters(area.kind, listingClass) }
    const first = await this.read(area, parameters, 1)
    const { total } = await this.#context.catalog.search('home').page({ ...first.query, limit: 0 })
    const pages = Math.min(MAX_PAGES, Math.max(1, Math.ceil(total / PAGE_RESULTS)))
    return this.read(area, parameters, this.#random.whole(1, pages))
  }

  /** Draws up to three parameters besides the area, including the sort order. */
  filters(kind: DrawnArea['kind'], listingClass: ListingClass): Written {
    const { parameters, rules } = SEARCHES[kind].filters
    const { page: _, ...filters } = parameters
    const declared = worded(filters, rules, portalWords(this.#context.words))
    return withOptions(this.#random, declared, { listingStatus: listingClass }, MAX_FILTERS)
  }

  /** Parses the query of a URL as the service does. */
  async read({ kind, path }: Pick<DrawnArea, 'kind' | 'path'>, parameters: Written, page: number): Promise<Draw> {
    const { words } = this.#context
    const put = portalWords(words)
    const queryString = new URLSearchParams({ ...parameters, ...(page > 1 && { page: String(page) }) }).toString()
    const search = SEARCHES[kind]
    const declared = worded(
      { ...search.parameters, ...search.filters.parameters },
      [...search.rules, ...search.filters.rules],
      put,
    )
    const { args, ignored } = parse(declared.parameters, declared.rules, decodeQuery(queryString), 'strict')
    if (ignored.length > 0) throw new Error(`the drawn search ignores ${ignored.join(', ')}`)
    const searchArgs = args as unknown as SearchArgs // all searches declare these parameters
    const query = pageOf(await resolveSearch(search, searchArgs, this.#context), searchArgs)
    return { kind, url: `${path}?${queryString}`, query }
  }
}

const SEARCHES = { city: searchByAddress, ZIP: searchByAddress, polygon: byPolygon, circle: byCoordinates } as const
