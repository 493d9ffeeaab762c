import { quote, Refusal } from '../../../params/index.ts'
import { stateOfCode } from '../../../regions/states.ts'
import { type Box, boxForm, type Form, numberForm, pageForm, rangeForm, regionForm } from './forms.ts'
import type { Json } from './json.ts'
import type { RangeName, SwitchName } from './keys.ts'
import type { Notes } from './notes.ts'
import { noWishes, type Wishes } from './wishes.ts'

/** Reads the pieces of a path. A piece that is no filter and names no place is told. */
export function readPath(pieces: readonly string[], notes: Notes): Wishes {
  const wishes = noWishes()
  for (const piece of pieces) {
    const refusal = readPiece(piece, wishes, notes)
    if (refusal) notes.leaveOut(piece, refusal.why)
  }
  return wishes
}

/** Whether a piece of a path belongs to a search, whatever it says. */
export function isSearchPiece(piece: string): boolean {
  return WORDS.has(piece.toLowerCase()) || SUFFIXED.test(piece) || placeNamed(piece) !== undefined
}

/** Reads a piece into the wishes; gives why where it cannot. */
type Reader = (text: string, wishes: Wishes, piece: string, notes: Notes) => Refusal | undefined

function readPiece(piece: string, wishes: Wishes, notes: Notes): Refusal | undefined {
  const word = WORDS.get(piece.toLowerCase())
  if (word) return word(piece, wishes, piece, notes)
  const [, text = '', suffix = ''] = SUFFIXED.exec(piece) ?? []
  const reader = SUFFIXES.get(suffix.toLowerCase())
  if (reader) return reader(text, wishes, piece, notes)
  const place = placeNamed(piece)
  if (place !== undefined) return putPlace(place, wishes, piece)
  wishes.where.lost = true // it may have been meant for one
  return new Refusal('it is no filter and names no place.')
}

const HOME_TYPES: ReadonlyMap<string, SwitchName> = new Map<string, SwitchName>([
  ['house', 'sf'],
  ['houses', 'sf'],
  ['townhome', 'tow'],
  ['townhomes', 'tow'],
  ['townhouse', 'tow'],
  ['multi-family', 'mf'],
  ['multifamily', 'mf'],
  ['condo', 'con'],
  ['condos', 'con'],
  ['apartment', 'apa'],
  ['apartments', 'apa'],
  ['apartment_condo', 'apco'],
  ['land', 'land'],
  ['lot', 'land'],
  ['lots', 'land'],
  ['manufactured', 'manu'],
  ['mobile', 'manu'],
])

/** Pieces that stand for themselves. */
const WORDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['homes', () => undefined],
  ['for_sale', (_, wishes, piece) => put(wishes, 'fr', false, piece) ?? put(wishes, 'rs', false, piece)],
  ['for_rent', (_, wishes, piece) => put(wishes, 'fr', true, piece)],
  ['rentals', (_, wishes, piece) => put(wishes, 'fr', true, piece)],
  ['recently_sold', (_, wishes, piece) => put(wishes, 'rs', true, piece)],
  ['sold', (_, wishes, piece) => put(wishes, 'rs', true, piece)],
  ...['houses', 'townhomes', 'multi-family', 'condos', 'apartments', 'land', 'manufactured'].map(
    (word): [string, Reader] => [word, readTypes],
  ),
])

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
  return (text, wishes, piece) => {
    const [, min, max] = RANGE.exec(text) ?? []
    if (min === undefined && max === undefined)
      return new Refusal('accepted is {min}-{max}, {min}- or -{max} before it.')
    const range = rangeForm({ min: min ? Number(min) : null, max: max ? Number(max) : null })
    if (range instanceof Refusal) return range
    return putOnce(wishes.ranges, name, { key: piece, value: range })
  }
}

/** The kinds named are the only ones: `house,condo` */
function readTypes(text: string, { switches }: Wishes, piece: string): Refusal | undefined {
  const names = text.toLowerCase().split(',')
  const types = names.map((name) => HOME_TYPES.get(name.trim()))
  const wrong = names[types.indexOf(undefined)]
  if (wrong !== undefined)
    return new Refusal(`${quote(wrong)} is no kind of home: ${[...HOME_TYPES.keys()].join(', ')}.`)
  const added = types.filter((type) => type !== undefined && !switches.has(type))
  if (added.length === 0) return new Refusal('another piece of the path says it already.')
  for (const type of added) if (type) switches.set(type, { key: piece, value: true })
  if (!switches.has('ah')) switches.set('ah', { key: piece, value: false })
  return undefined
}

/** Two corners, whichever they are. */
function readRectangle(text: string, wishes: Wishes, piece: string): Refusal | undefined {
  wishes.where.lost = true // unless the corners can be read
  const corners = text.split(',').map(numberOrText)
  if (corners.length !== 4 || !corners.every((degrees) => typeof degrees === 'number')) {
    return new Refusal('accepted is {latitude},{longitude},{latitude},{longitude} before it, in degrees.')
  }
  const [one, two, three, four] = corners as [number, number, number, number] // four, as has just been seen
  const [south, north] = [Math.min(one, three), Math.max(one, three)]
  const [west, east] = [Math.min(two, four), Math.max(two, four)]
  return take(boxForm, { west, south, east, north }, (value: Box) => {
    wishes.where.bounds = { key: piece, value }
  })
}

function readZoom(text: string, _: Wishes, piece: string, notes: Notes): Refusal | undefined {
  return take(numberForm, numberOrText(text), (value) =>
    notes.understand({ key: piece, value }, 'no effect on the rows'),
  )
}

function readRegion(text: string, { where }: Wishes, piece: string): Refusal | undefined {
  where.lost = true
  return take(regionForm, { regionId: numberOrText(text) }, (value) => where.regions.push({ key: piece, value }))
}

function readSort(text: string, wishes: Wishes, piece: string): Refusal | undefined {
  return putOnce(wishes.choices, 'sort', { key: piece, value: text.toLowerCase() })
}

function readPage(text: string, wishes: Wishes, piece: string): Refusal | undefined {
  return take(pageForm, numberOrText(text), (value) => {
    wishes.page = { key: piece, value }
  })
}

/** Blanks are written as dashes. */
function readPlace(text: string, wishes: Wishes, piece: string): Refusal | undefined {
  const name = text.replace(/[-_+\s]+/g, ' ').trim()
  return name === '' ? new Refusal('accepted is the name of a place before it.') : putPlace(name, wishes, piece)
}

/** The place that a piece names: `austin-tx` → `austin, TX`, `austin-tx-78703` → `austin, TX 78703`; `78703`, `tx`. */
function placeNamed(piece: string): string | undefined {
  if (/^\d{5}$/.test(piece)) return piece
  const [, name = '', state = '', zipcode = ''] = /^(?:(.{1,100})-)?([a-z]{2})(?:-(\d{5}))?$/i.exec(piece) ?? []
  if (stateOfCode(state.toUpperCase()) === undefined) return undefined
  return `${name.replaceAll('-', ' ')}${name && ', '}${state.toUpperCase()} ${zipcode}`.trim()
}

function putPlace(name: string, { where }: Wishes, piece: string): Refusal | undefined {
  if (where.place) return new Refusal(`${where.place.key} names the place already.`)
  where.place = { key: piece, value: name }
  return undefined
}

function put(wishes: Wishes, name: SwitchName, value: boolean, piece: string): Refusal | undefined {
  return putOnce(wishes.switches, name, { key: piece, value })
}

function putOnce<N, V extends { readonly key: string }>(into: Map<N, V>, name: N, entry: V): Refusal | undefined {
  const earlier = into.get(name)
  if (earlier) return new Refusal(`${earlier.key} says it already.`)
  into.set(name, entry)
  return undefined
}

function take<V>(form: Form<V>, value: Json, keep: (value: V) => unknown): Refusal | undefined {
  const read = form(value)
  if (read instanceof Refusal) return read
  keep(read)
  return undefined
}

/** What is no plain number stays text, which no form takes for one. */
function numberOrText(text: string): number | string {
  return /^-?\d{1,16}(\.\d{1,16})?$/.test(text.trim()) ? Number(text) : text
}
