import { requireOpen } from '../../../guard/access/index.ts'
import { Fault, type ParameterError } from '../../../kit/base/failure.ts'
import { invalidParameters, quote } from '../../../kit/params/index.ts'
import { type TileIndex, tileAt } from '../../../service/tiles/tile-index.ts'
import {
  type AddressedSearch,
  type AskedSearch,
  addressedSearch,
  askedSearch,
  creditsOf,
  type HeardTiles,
  hearTiles,
  indexOf,
  type TileSearch,
  textOf,
  tokenOf,
} from '../../../service/tiles/tile-search.ts'
import { type TilePlace, ZOOM_MAX } from '../../../service/tiles/world.ts'
import { Content, REVALIDATED } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import { keyInQuery } from '../request/keys-in.ts'
import { TILES_PATH } from '../request/protocol.ts'
import { decodeQuery } from '../request/query.ts'
import { tileJson } from '../routes/tile-json.ts'
import { enter, type KeyedRequestContext } from './admit.ts'
import { tagHad } from './answers.ts'
import { stored } from './kept.ts'
import { ofOneState } from './one-state.ts'
import { charge } from './payment.ts'
import { written } from './prepared.ts'
import { notModified, represent } from './respond.ts'
import type { Service } from './service.ts'

const TILE_TYPE = 'application/vnd.mapbox-vector-tile'

/** Clients may cache a tile for five minutes, because its URL contains the data version. */
const CACHED = 'private, max-age=300'

/**
 * Answers a request for a map tile, or for the TileJSON of a search. A search is charged once per hour, with all its
 * tiles. Tiles that show all homes of a listing class are free.
 */
export async function answerTiles(call: Call, service: Service, requestContext: KeyedRequestContext): Promise<Reply> {
  const { account } = requestContext
  requireOpen(account, 'A', false) // 403
  await enter(call, service, requestContext) // 429
  const [given, ...place] = call.rawPath.replace(/\/$/, '').split('/').slice(2)
  const addressed = given === undefined ? undefined : await addressedIn(given, service, requestContext) // throws 400, 404 or 503
  if (addressed !== undefined && place.length > 0)
    return answerTile(addressed, placeIn(place), call, service, requestContext) // 400
  const search = addressed?.search ?? searchIn(call, service) // 400
  const heard = await hear(search, service) // 400, 404
  const make = async () => {
    const index = await indexFor(heard.search, service, async () => heard)
    const { catalog } = service.backend.context
    const name = addressed?.name ?? tokenOf(heard.search as AskedSearch, catalog.about().dataVersion) // a listing class is always addressed by its name
    const { option } = keyInQuery(call.rawQuery)
    const address = `${service.originOf(call)}${TILES_PATH}/${name}/{z}/{x}/{y}${option === undefined ? '' : `?${option}`}`
    const answer = tileJson(index, heard, address, catalog.about())
    const content = Content.answer(answer, [], undefined, (text) => catalog.seal(text))
    return represent(content, call, 'one call')
  }
  return chargeOnce(heard.search, make, call, requestContext) // 402, 503
}

async function answerTile(
  { search, dataVersion }: AddressedSearch,
  place: TilePlace,
  call: Call,
  service: Service,
  requestContext: KeyedRequestContext,
): Promise<Reply> {
  const { answers } = service
  const { catalog } = service.backend.context
  const isOfNow = dataVersion === requestContext.headers['x-data-version']
  if (dataVersion !== undefined && !isOfNow) requestContext.headers['x-data-version-asked'] = dataVersion
  const tagged = answers.tagged(`tile ${place.z}/${place.x}/${place.y} ${isOfNow} ${textOf(search)}`, true)
  const had = tagged && tagHad(tagged, call)
  if (had !== undefined) return notModified(had) // 304
  const make = async () => {
    const kept = tagged && answers.find(tagged, call)
    requestContext.isKept = kept !== undefined
    if (kept !== undefined) return kept.reply
    const draw = async () => tileAt(await indexFor(search, service, () => hear(search, service)), place)
    const bytes = await ofOneState(draw, catalog, requestContext)
    const current = tagged && answers.isOf(tagged) ? tagged : undefined
    const lifetime = isOfNow ? CACHED : REVALIDATED
    const content = new Content(TILE_TYPE, bytes, lifetime, {}, current?.tag, (text) => catalog.seal(text))
    return written(content, current, call, service, { ignored: [] })
  }
  return chargeOnce(search, make, call, requestContext) // 402, 503
}

/** Charges for a search and all its tiles, unless that was done within the last hour. */
function chargeOnce(
  search: TileSearch,
  make: () => Promise<Reply>,
  call: Call,
  requestContext: KeyedRequestContext,
): Promise<Reply> {
  const credits = creditsOf(search)
  const idempotencyKey = { text: `tiles ${textOf(search)}`, lasts: true, isForAnHour: true }
  const priced = {
    operation: TILES_PATH,
    credits,
    idempotencyKey,
    make: async () => ({ reply: await make(), credits }),
  }
  return charge(priced, call, requestContext)
}

function hear(search: TileSearch, service: Service): Promise<HeardTiles> {
  const { days } = service
  return hearTiles(search, days.contextOf(IN_AREA_A), days.clocks)
}

const IN_AREA_A = { area: 'A', skip: false } as const

function indexFor(search: TileSearch, service: Service, heard: () => Promise<HeardTiles>): Promise<TileIndex> {
  const { backend, days, tiles } = service
  const { context } = backend
  const moment = `${context.catalog.version()} ${days.key()}`
  return tiles.find(textOf(search), moment, async () => indexOf(await heard(), context))
}

/**
 * Reads a search from the query. The parameter `path` names the operation; all other parameters belong to the
 * operation.
 */
function searchIn(call: Call, { handling }: Service): TileSearch {
  const query = decodeQuery(keyInQuery(call.rawQuery).rest)
  const paths = query.flatMap(([name, value]) => (name.toLowerCase() === 'path' ? [value] : []))
  const [path] = paths
  const accepted =
    'path must be one search, such as /search/byaddress. Send the parameters of the search as separate parameters.'
  if (path === undefined)
    throw refused({
      parameter: 'path',
      code: 'param.missing',
      detail: `path is missing. ${accepted[0]?.toUpperCase()}${accepted.slice(1)}`,
    })
  if (paths.length > 1)
    throw refused({
      parameter: 'path',
      code: 'param.invalid',
      detail: `You sent ${paths.length} paths: ${accepted}`,
    })
  const parameters = query.filter(([name]) => name.toLowerCase() !== 'path')
  return { path, parameters, handling: call.handling ?? handling }
}

/** A search, and its name in the URL of a tile. */
interface NamedSearch extends AddressedSearch {
  /**
   * Undefined for a search that was not saved. Each TileJSON makes a new name for it, because the name contains the
   * data version.
   */
  readonly name: string | undefined
}

async function addressedIn(
  given: string,
  { backend }: Service,
  { account }: KeyedRequestContext,
): Promise<NamedSearch> {
  if (!given.startsWith('s_')) {
    const addressed = addressedSearch(given)
    return { ...addressed, name: typeof addressed.search === 'string' ? addressed.search : undefined }
  }
  const saved = await stored(backend.kept.subscriptions.search(account.keyId, given)) // 503
  if (saved === undefined) {
    const detail = `The key has no saved search ${quote(given)}. /searches lists the ids.`
    throw new Fault('subscription.unknown', detail)
  }
  return { search: askedSearch(saved.path, saved.parameters, 'normal'), dataVersion: undefined, name: saved.searchId }
}

/** Parses the zoom and coordinates of a tile. Throws a Fault with status 400 that names each invalid part. */
function placeIn(parts: readonly string[]): TilePlace {
  const [z, x, y] = parts.map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : Number.NaN))
  const side = 2 ** (z !== undefined && z <= ZOOM_MAX ? z : 0)
  const wrong = [
    ...(isUpTo(z, ZOOM_MAX) ? [] : [misplaced('z', parts[0], `a zoom from 0 to ${ZOOM_MAX}`)]),
    ...(isUpTo(x, side - 1) ? [] : [misplaced('x', parts[1], `from 0 to ${side - 1} at this zoom`)]),
    ...(isUpTo(y, side - 1) ? [] : [misplaced('y', parts[2], `from 0 to ${side - 1} at this zoom`)]),
    ...parts.slice(3).map((part) => misplaced('y', `${parts[2]}/${part}`, 'the last part of the path')),
  ]
  if (z === undefined || x === undefined || y === undefined || wrong.length > 0) throw refused(...wrong)
  return { z, x, y }
}

function isUpTo(value: number | undefined, most: number): boolean {
  return value !== undefined && value <= most
}

function misplaced(parameter: string, given = '', accepted: string): ParameterError {
  const detail = `${parameter} of a tile must be ${accepted}; you sent ${quote(given)}.`
  return { parameter, code: 'param.invalid', detail, given: given.slice(0, 80) }
}

function refused(...errors: readonly ParameterError[]): Fault {
  return invalidParameters(errors)
}
