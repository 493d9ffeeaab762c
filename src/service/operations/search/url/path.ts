import { quote, Refusal } from '../../../../kit/params/index.ts'
import { stateOfCode } from '../../../../places/regions/states.ts'
import { type Box, boxForm, type Form, numberForm, pageForm, rangeForm, regionForm } from './forms.ts'
import type { Json } from './json.ts'
import type { RangeName, SwitchName } from './keys.ts'
import type { Notes } from './notes.ts'
import { noFilters, type UrlFilters } from './url-filters.ts'

/** Reads the segments of a path. Reports segments that are neither a filter nor a place. */
export function readPath(pieces: readonly string[], notes: Notes): UrlFilters {
  const filters = noFilters()
  for (const piece of pieces) {
    const refusal = readPiece(piece, filters, notes)
    if (refusal) notes.leaveOut(piece, refusal.why)
  }
  return filters
}

/** Whether a path segment looks like part of a search. */
export function isSearchPiece(piece: string): boolean {
  return WORDS.has(piece.toLowerCase()) || SUFFIXED.test(piece) || placeNamed(piece) !== undefined
}

/** Reads a segment and adds it to the filters. Returns the reason if it cannot be used. */
type Reader = (text: string, filters: UrlFilters, piece: string, notes: Notes) => Refusal | undefined

function readPiece(piece: string, filters: UrlFilters, notes: Notes): Refusal | undefined {
  const word = WORDS.get(piece.toLowerCase())
  if (word) return word(piece, filters, piece, notes)
  const [, text = '', suffix = ''] = SUFFIXED.exec(piece) ?? []
  const reader = SUFFIXES.get(suffix.toLowerCase())
  if (reader) return reader(text, filters, piece, notes)
  const place = placeNamed(piece)
  if (place !== undefined) return setPlace(place, filters, piece)
  filters.where.unresolved = true // the segment may be the name of a place
  return new Refusal('it is not a filter or the name of a place.')
}

/** The words for kinds of home, each with the URL key of its kind. */
const HOME_TYPES: ReadonlyMap<string, SwitchName> = new Map(
  Object.entries({
    sf: 'house houses single-family single-family-homes',
    tow: 'townhome townhomes townhouse townhouses',
    mf: 'multi-family duplex duplexes multifamily',
    con: 'condo condos',
    apa: 'apartment apartments',
    apco: 'apartment_condo',
    land: 'land lot lots',
    manu: 'manufactured manufactured-homes mobile mobile-homes',
  }).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
)

/** Kinds of listings. A segment for one of them, such as `fsbo`, switches all other kinds off. */
const LISTING_KINDS: readonly SwitchName[] = ['fsba', 'fsbo', 'nc', 'fore', 'auc']

/** Lowest price of a luxury home, in dollars. */
const LUXURY_FROM = 1_000_000

/** Segments that consist of one known word. */
const WORDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['homes', () => undefined],
  ['for_sale', (_, filters, piece) => set(filters, 'fr', false, piece) ?? set(filters, 'rs', false, piece)],
  ['for_rent', (_, filters, piece) => set(filters, 'fr', true, piece)],
  ['rentals', (_, filters, piece) => set(filters, 'fr', true, piece)],
  ['recently_sold', (_, filters, piece) => set(filters, 'rs', true, piece)],
  ['sold', (_, filters, piece) => set(filters, 'rs', true, piece)],
  ['fsbo', onlyKind('fsbo')],
  ['for-sale-by-owner', onlyKind('fsbo')],
  ['new-homes', onlyKind('nc')],
  ['new-construction', onlyKind('nc')],
  ['foreclosures', onlyKind('fore')],
  ['auctions', onlyKind('auc')],
  ['open-house', (_, filters, piece) => set(filters, 'open', true, piece)],
  ['waterfront', (_, filters, piece) => set(filters, 'wat', true, piece)],
  ['luxury-homes', readLuxury],
  ...[...HOME_TYPES.keys()].map((word): [string, Reader] => [word, readTypes]),
])

function onlyKind(name: SwitchName): Reader {
  return (_, filters, piece) => {
    for (const other of LISTING_KINDS) {
      const refusal = set(filters, other, other === name, piece)
      if (refusal) return refusal
    }
    return undefined
  }
}

function readLuxury(_: string, { ranges }: UrlFilters, piece: string): Refusal | undefined {
  return setOnce(ranges, 'price', { key: piece, value: { min: LUXURY_FROM, max: Number.POSITIVE_INFINITY } })
}

/** `2-_beds`, `Austin,-TX_rb` */
const SUFFIXED = /^(.*)_(price|mp|beds|baths|size|type|rect|zm|rid|sort|p|rb)$/is

const SUFFIXES: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['price', rangeOf('price')],
  ['mp', rangeOf('mp')],
  ['beds', rangeOf('beds')],
  ['baths', rangeOf('baths')],
  ['size', rangeOf('sqft')],
  ['type', readTypes],
  ['rect', readRectangle],
  ['zm', readZoom],
  ['rid', readRegion],
  ['sort', readSort],
  ['p', readPage],
  ['rb', readPlace],
])

/** `100000-200000`, `100000-`, `-200000` */
const RANGE = /^(\d{1,15}(?:\.\d{1,6})?)?-(\d{1,15}(?:\.\d{1,6})?)?$/

function rangeOf(name: RangeName): Reader {
  return (text, filters, piece) => {
    const [, min, max] = RANGE.exec(text) ?? []
    if (min === undefined && max === undefined) return new Refusal('must have the form {min}-{max}, {min}- or -{max}.')
    const range = rangeForm({ min: min ? Number(min) : null, max: max ? Number(max) : null })
    if (range instanceof Refusal) return range
    return setOnce(filters.ranges, name, { key: piece, value: range })
  }
}

/** Reads kinds of home, such as `house,condo`. Switches all other kinds off. */
function readTypes(text: string, { switches }: UrlFilters, piece: string): Refusal | undefined {
  const names = text.toLowerCase().split(',')
  const types = names.map((name) => HOME_TYPES.get(name.trim()))
  const wrong = names[types.indexOf(undefined)]
  if (wrong !== undefined)
    return new Refusal(`${quote(wrong)} is not a kind of home: ${[...HOME_TYPES.keys()].join(', ')}.`)
  const added = types.filter((type) => type !== undefined && !switches.has(type))
  if (added.length === 0) return new Refusal('another part of the path already says it.')
  for (const type of added) if (type) switches.set(type, { key: piece, value: true })
  if (!switches.has('ah')) switches.set('ah', { key: piece, value: false })
  return undefined
}

/** Reads two opposite corners of a rectangle, in either order. */
function readRectangle(text: string, filters: UrlFilters, piece: string): Refusal | undefined {
  if (filters.where.bounds) return new Refusal(`${filters.where.bounds.key} already says it.`)
  filters.where.unresolved = true // counts only if the corners cannot be read
  const corners = text.split(',').map(numberOrText)
  if (corners.length !== 4 || !corners.every((degrees) => typeof degrees === 'number')) {
    return new Refusal('must have the form {latitude},{longitude},{latitude},{longitude}, in degrees.')
  }
  const [one, two, three, four] = corners as [number, number, number, number] // the length was checked above
  const [south, north] = [Math.min(one, three), Math.max(one, three)]
  const [west, east] = [Math.min(two, four), Math.max(two, four)]
  return take(boxForm, { west, south, east, north }, (value: Box) => {
    filters.where.bounds = { key: piece, value }
  })
}

function readZoom(text: string, _: UrlFilters, piece: string, notes: Notes): Refusal | undefined {
  return take(numberForm, numberOrText(text), (value) =>
    notes.understand({ key: piece, value }, 'no effect on the rows'),
  )
}

function readRegion(text: string, { where }: UrlFilters, piece: string): Refusal | undefined {
  where.unresolved = true
  return take(regionForm, { regionId: numberOrText(text) }, (value) => where.regions.push({ key: piece, value }))
}

function readSort(text: string, filters: UrlFilters, piece: string): Refusal | undefined {
  return setOnce(filters.choices, 'sort', { key: piece, value: text.toLowerCase() })
}

function readPage(text: string, filters: UrlFilters, piece: string): Refusal | undefined {
  if (filters.page) return new Refusal(`${filters.page.key} already says it.`)
  return take(pageForm, numberOrText(text), (value) => {
    filters.page = { key: piece, value }
  })
}

/** Reads the name of a place. Dashes mean spaces. */
function readPlace(text: string, filters: UrlFilters, piece: string): Refusal | undefined {
  const name = text.replace(/[-_+\s]+/g, ' ').trim()
  return name === '' ? new Refusal('must follow the name of a place.') : setPlace(name, filters, piece)
}

/**
 * Returns the place that a segment names: `austin-tx` → `austin, TX`, `austin-tx-78703` → `austin, TX 78703`. `78703`
 * and `tx` are places too.
 */
function placeNamed(piece: string): string | undefined {
  if (/^\d{5}$/.test(piece)) return piece
  const [, name = '', state = '', zipcode = ''] = /^(?:(.{1,100})-)?([a-z]{2})(?:-(\d{5}))?$/i.exec(piece) ?? []
  if (stateOfCode(state.toUpperCase()) === undefined) return undefined
  return `${name.replaceAll('-', ' ')}${name && ', '}${state.toUpperCase()} ${zipcode}`.trim()
}

function setPlace(name: string, { where }: UrlFilters, piece: string): Refusal | undefined {
  if (where.place) return new Refusal(`${where.place.key} already names the place.`)
  where.place = { key: piece, value: name }
  return undefined
}

function set(filters: UrlFilters, name: SwitchName, value: boolean, piece: string): Refusal | undefined {
  return setOnce(filters.switches, name, { key: piece, value })
}

function setOnce<N, V extends { readonly key: string }>(into: Map<N, V>, name: N, entry: V): Refusal | undefined {
  const earlier = into.get(name)
  if (earlier) return new Refusal(`${earlier.key} already says it.`)
  into.set(name, entry)
  return undefined
}

function take<V>(form: Form<V>, value: Json, keep: (value: V) => unknown): Refusal | undefined {
  const read = form(value)
  if (read instanceof Refusal) return read
  keep(read)
  return undefined
}

/** Returns a number for a plain number. Otherwise returns the text, which all number filters refuse. */
function numberOrText(text: string): number | string {
  return /^-?\d{1,16}(\.\d{1,16})?$/.test(text.trim()) ? Number(text) : text
}
