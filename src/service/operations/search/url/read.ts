import type { Selection } from '../../../../catalog/ports/query.ts'
import type { HomeOrder } from '../../../../model/home-orders.ts'
import type { LocationSource } from '../../../../places/locate/locate.ts'
import type { FilterContext } from '../filters/index.ts'
import { readFeatures } from './features.ts'
import { FilterArgs } from './filter-args.ts'
import { readHomeKinds } from './home-kinds.ts'
import { readListingKinds } from './listing-kinds.ts'
import { type Entry, type LeftOut, Notes, type Understood } from './notes.ts'
import { readNumbers } from './numbers.ts'
import { readOrder } from './order.ts'
import { readPath } from './path.ts'
import type { Reading } from './reading.ts'
import type { SearchUrl } from './search-url.ts'
import { readState } from './state.ts'
import { readStatus } from './status.ts'
import { readDays, readKeywords, readMoveIn } from './times.ts'
import { merge, type UrlFilters } from './url-filters.ts'
import { readWhere } from './where.ts'

/** The search that a URL means, and what effect each part of the URL had. */
export interface UrlSearch {
  readonly selection: Selection
  readonly args: Readonly<Record<string, unknown>>
  readonly filtering: FilterContext
  readonly order: HomeOrder
  /** Counted from 1. */
  readonly page: number
  /** Undefined if the search covers an unnamed area or the whole catalog. */
  readonly placeName: string | undefined
  readonly understood: readonly Understood[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Reads the search of a URL. Its JSON takes precedence over its path. For the page number, the parameter `page` comes
 * first, then the path, then the JSON.
 */
export async function readSearch(
  url: SearchUrl,
  page: number | undefined,
  source: LocationSource,
  day: Pick<FilterContext, 'today' | 'rate30Year'>,
): Promise<UrlSearch> {
  const notes = new Notes()
  const path = readPath(url.pieces, notes)
  const json = readState(url.state ?? {}, notes)
  for (const name of url.others) notes.leaveOut(name, 'it is not a parameter of a search.')
  const { switches, ranges, choices } = merge(path, json, notes)
  const listingClass = readStatus(switches, notes)
  const order = readOrder(choices.get('sort'), listingClass, notes)
  const where = await readWhere(path.where, json.where, source, notes)
  const args = new FilterArgs(listingClass)
  const reading: Reading = {
    listingClass,
    switches,
    ranges,
    choices,
    category: json.category,
    args,
    notes,
    extraConditions: [],
  }
  readFilters(reading)
  const filtering = { listingClass, ...day }
  const filters = [...args.conditions(filtering), ...reading.extraConditions]
  return {
    selection: { listingClass, where: [...where.conditions, ...filters] },
    args: args.args,
    filtering,
    order,
    page: readPage(page, path, json, notes),
    placeName: where.name,
    understood: notes.understood,
    leftOut: notes.leftOut,
  }
}

function readFilters(reading: Reading): void {
  readHomeKinds(reading)
  readListingKinds(reading)
  readNumbers(reading)
  readFeatures(reading)
  readDays(reading)
  readMoveIn(reading)
  readKeywords(reading)
}

function readPage(parameter: number | undefined, path: UrlFilters, json: UrlFilters, notes: Notes): number {
  const candidates: (Entry<number> | undefined)[] = [
    parameter === undefined ? undefined : { key: 'page', value: parameter },
    path.page,
    json.page,
  ]
  const [first, ...others] = candidates.filter((entry) => entry !== undefined)
  if (!first) return 1
  notes.understand(first, `page ${first.value}`)
  for (const { key } of others) notes.leaveOut(key, `${first.key} already says which page.`)
  return first.value
}
