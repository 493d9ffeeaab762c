import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Context } from '../../catalog/ports/context.ts'
import type { Selection } from '../../catalog/ports/query.ts'
import { Fault } from '../../kit/base/failure.ts'
import { parseForeignJson } from '../../kit/base/foreign-json.ts'
import { type Handling, invalidParameters, quote } from '../../kit/params/index.ts'
import { LISTING_CLASSES, type ListingClass } from '../../model/home-columns.ts'
import { areaOfSearch, creditsOfSearch, type Hearing, hearSearch } from '../operations/heard-search.ts'
import { placeHomes, TILE_VALUES } from './placed-homes.ts'
import { type Shows, type TileIndex, tileIndex } from './tile-index.ts'

/** The homes that tiles show: the results of a search, or all homes that are for sale, for rent or sold. */
export type TileSearch = ListingClass | AskedSearch

/** A search as it is encoded in the address of its tiles. */
export interface AskedSearch {
  readonly path: string
  /** Sorted by name, without the parameters for paging and order. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly handling: Handling
}

/** A search decoded from the address of a tile. */
export interface AddressedSearch {
  readonly search: TileSearch
  /** Version of the data when the address was made; undefined if the address has no version. */
  readonly dataVersion: string | undefined
}

/** Maximum number of characters of a decompressed search. The longest request line is shorter. */
const CHARACTERS_MAX = 128 * 1024

/**
 * Encodes a whole search as a token for the addresses of its tiles. Any node or thread can decode it without a look-up.
 */
export function tokenOf({ path, parameters, handling }: AskedSearch, dataVersion: string): string {
  return deflateRawSync(JSON.stringify([dataVersion, path, handling, ...parameters.flat()])).toString('base64url')
}

/** Decodes a token, or a name such as `For_Sale`. Throws a Fault with status 400 for any other text. */
export function addressedSearch(given: string): AddressedSearch {
  const listingClass = LISTING_CLASSES.find((name) => name.toLowerCase() === given.toLowerCase())
  if (listingClass !== undefined) return { search: listingClass, dataVersion: undefined }
  const [dataVersion, path, handling, ...flat] = textsIn(given)
  if (dataVersion === undefined || path === undefined || !isHandling(handling) || flat.length % 2 !== 0)
    throw unknownSearch(given)
  const parameters = flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] ?? ''] as const] : []))
  return { search: { path, parameters, handling }, dataVersion }
}

function textsIn(token: string): readonly string[] {
  try {
    const json = inflateRawSync(Buffer.from(token, 'base64url'), { maxOutputLength: CHARACTERS_MAX }).toString()
    const read = parseForeignJson(json)
    return Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : []
  } catch {
    return []
  }
}

function isHandling(text: string | undefined): text is Handling {
  return text === 'strict' || text === 'normal' || text === 'lenient'
}

function unknownSearch(given: string): Fault {
  const detail = `The search of tiles must be a name from GET /tiles, the id of a saved search, or ${LISTING_CLASSES.join(', ')} for all homes; you sent ${quote(given)}.`
  return invalidParameters([{ parameter: 'search', code: 'param.invalid', detail, given: given.slice(0, 80) }])
}

/** A parsed search for tiles. `notes` has a sentence for each part of the search without effect. */
export interface HeardTiles {
  readonly search: TileSearch
  readonly selection: Selection
  readonly notes: readonly string[]
}

/** Parses a search for homes. Throws the same Fault as the search itself, or a Fault for an unknown place. */
export async function hearTiles(search: TileSearch, context: Context, clocks: Hearing['clocks']): Promise<HeardTiles> {
  if (typeof search === 'string') return { search, selection: { listingClass: search, where: [] }, notes: [] }
  const { path, parameters, handling } = search
  const area = areaOfSearch(path)
  if (area !== undefined && area !== 'A')
    throw new Fault('route.unknown', `Cannot draw ${quote(path)} (area ${area}): only searches for homes have tiles.`)
  const heard = await hearSearch({ path, query: parameters }, context, { handling, clocks, verb: 'draw' })
  if (heard.missing.length > 0) throw new Fault('place.unknown', heard.missing.join(' '))
  const pages = `Tiles always show all results: Plat ignores ${heard.paging.join(', ')}.`
  return {
    search: askedSearch(heard.path, heard.parameters, handling),
    selection: heard.query as Selection, // searches of area A find only homes
    notes: heard.paging.length > 0 ? [...heard.warnings, pages] : heard.warnings,
  }
}

export function askedSearch(
  path: string,
  parameters: Readonly<Record<string, string>>,
  handling: Handling,
): AskedSearch {
  return { path, parameters: Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1)), handling }
}

/** Returns a key for a search: equal searches have equal keys. */
export function textOf(search: TileSearch): string {
  return JSON.stringify(search)
}

/** Returns the credits that tiles of a search cost. Tiles of all homes for sale, for rent or sold are free. */
export function creditsOf(search: TileSearch): number {
  return typeof search === 'string' ? 0 : creditsOfSearch(search.path)
}

/** Returns what tiles of a search show. Tiles of all homes for sale, for rent or sold show only counts. */
export function shownOf(search: TileSearch): Shows {
  return typeof search === 'string' ? 'counts' : 'homes'
}

export async function indexOf({ search, selection }: HeardTiles, { catalog }: Context): Promise<TileIndex> {
  const { listingClass, where } = selection
  const values = await catalog.search('home').selectAll({ listingClass, where }, TILE_VALUES)
  return tileIndex(placeHomes(listingClass, values), shownOf(search))
}
