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

/** The homes that tiles show: those that a search finds, or all of a class. */
export type TileSearch = ListingClass | AskedSearch

/** A search as it was asked when its tiles got their address. */
export interface AskedSearch {
  readonly path: string
  /** In order of their names, without those of pages and order. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly handling: Handling
}

/** A search as the address of a tile has it. */
export interface AddressedSearch {
  readonly search: TileSearch
  /** The version of the data when the address was made; undefined for an address that does not tell. */
  readonly dataVersion: string | undefined
}

/** No call has a longer request line. */
const CHARACTERS_MAX = 128 * 1024

/** The name of a search in the addresses of its tiles: all that is asked, so that every node and thread can read it. */
export function tokenOf({ path, parameters, handling }: AskedSearch, dataVersion: string): string {
  return deflateRawSync(JSON.stringify([dataVersion, path, handling, ...parameters.flat()])).toString('base64url')
}

/** Reads a token, or the name of a class of listings; throws a Fault of status 400 where it is neither. */
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

/** The homes that tiles show, and a sentence for each part of what was asked that has no effect. */
export interface HeardTiles {
  readonly search: TileSearch
  readonly selection: Selection
  readonly notes: readonly string[]
}

/** Hears a search of homes. Throws the Fault that it would be answered with, and one for a place that is not found. */
export async function hearTiles(search: TileSearch, context: Context, clocks: Hearing['clocks']): Promise<HeardTiles> {
  if (typeof search === 'string') return { search, selection: { listingClass: search, where: [] }, notes: [] }
  const { path, parameters, handling } = search
  const area = areaOfSearch(path)
  if (area !== undefined && area !== 'A')
    throw new Fault('route.unknown', `Cannot draw ${quote(path)} of area ${area}: only searches of homes have tiles.`)
  const heard = await hearSearch({ path, query: parameters }, context, { handling, clocks, verb: 'draw' })
  if (heard.missing.length > 0) throw new Fault('place.unknown', heard.missing.join(' '))
  const pages = `Tiles show all results: ${heard.paging.join(', ')} has no effect.`
  return {
    search: askedSearch(heard.path, heard.parameters, handling),
    selection: heard.query as Selection, // area A searches nothing but homes
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

/** A text of what is shown: equal for equal searches. */
export function textOf(search: TileSearch): string {
  return JSON.stringify(search)
}

/** Credits for the tiles of a search; all homes of a class are free of charge. */
export function creditsOf(search: TileSearch): number {
  return typeof search === 'string' ? 0 : creditsOfSearch(search.path)
}

/** All homes of a class are told as counts alone. */
export function shownOf(search: TileSearch): Shows {
  return typeof search === 'string' ? 'counts' : 'homes'
}

/** Makes the index of a search that was heard. */
export async function indexOf({ search, selection }: HeardTiles, { catalog }: Context): Promise<TileIndex> {
  const { listingClass, where } = selection
  const values = await catalog.search('home').selectAll({ listingClass, where }, TILE_VALUES)
  return tileIndex(placeHomes(listingClass, values), shownOf(search))
}
