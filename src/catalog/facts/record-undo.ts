import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Offer } from '../../model/offer.ts'
import type { LoggedNoun } from '../ports/change-log.ts'

/**
 * Describes a record's state before a change: the former values of the changed keys, by path. Most changes affect only
 * a price or a status, so an undo takes a tenth to a hundredth of the space of a record.
 */
type Undo = Readonly<Record<string, Former>>

/** A former value. Null means that the key was absent. Lists and nested objects are described by an object. */
type Former = string | number | boolean | null | FormerWhole | FormerList

interface FormerWhole {
  readonly whole: unknown
}

/** A former list. Its first `before` entries and its last `behind` entries are still in the new list. */
interface FormerList {
  readonly before: number
  readonly behind: number
  readonly between: readonly unknown[]
}

/** The path of the whole record, for removed records. */
const RECORD = ''

/** The path of the id of the home into which a removed home was merged. No key in a record is called `>`. */
const JOINED_TO = '>'

type Fields = Readonly<Record<string, unknown>>

/**
 * Paths that are not logged. No search uses people, pictures and source timestamps, and a home's layers have dates of
 * their own.
 */
const UNLOGGED: Readonly<Record<Exclude<LoggedNoun, 'agent'>, ReadonlySet<string>>> = {
  home: new Set([
    'toldMs',
    'interest',
    'owner',
    'layers',
    'listing.modifiedMs',
    'listing.cumulativeDaysOnMarket',
    'listing.photos',
    'listing.drawnPhotos',
    'listing.contact',
    'listing.virtualTourUrl',
    'listing.videoUrl',
  ]),
  offer: new Set(['modifiedMs', 'photos', 'drawnPhotos', 'lastSeen', 'lastListed']),
  experience: new Set(['photos', 'drawnPhotos', 'host.name']),
}

/** Lists of a home that no search reads. When a home is removed, the log stores these lists as empty. */
const LEFT_BEHIND: Fields = { history: [], taxes: [] }

/** Objects whose keys come from the source and may contain dots. Such objects are compared as a whole. */
const OPAQUE: ReadonlySet<string> = new Set(['facts.other'])

/** Returns the undo of a change. Empty if no logged value differs. */
export function undoOf(noun: keyof typeof UNLOGGED, before: object, after: object): Undo {
  const undo: Record<string, Former> = {}
  collect(before as Fields, after as Fields, { path: '', unlogged: UNLOGGED[noun], undo }) // records are plain objects
  return undo
}

/**
 * Returns the undo of a removal.
 * @param joinedTo The home into which the removed home was merged.
 */
export function undoOfRemoval(noun: keyof typeof UNLOGGED, before: object, joinedTo?: number): Undo {
  const rest = withoutUnlogged({ ...before, ...(noun === 'home' && LEFT_BEHIND) }, '', UNLOGGED[noun])
  const whole = noun === 'offer' ? { ...rest, modifiedMs: (before as Offer).modifiedMs } : rest // every offer has `modifiedMs`
  return { [RECORD]: { whole }, ...(joinedTo !== undefined && { [JOINED_TO]: joinedTo }) }
}

/** Returns the home into which a removed home was merged. */
export function joinedToIn(bytes: Uint8Array): number | undefined {
  const joinedTo = undoIn(bytes)?.[JOINED_TO]
  return typeof joinedTo === 'number' ? joinedTo : undefined
}

/** Returns a copy of a record as it was before a change; undefined if it did not exist then. */
export function undone(record: object | undefined, undo: Undo | undefined): object | undefined {
  if (undo === undefined) return undefined
  const former = undo[RECORD]
  if (former !== undefined) return (former as FormerWhole).whole as object // `undoOfRemoval` stored an object
  if (record === undefined) return undefined
  const made: Record<string, unknown> = { ...record }
  for (const [path, value] of Object.entries(undo)) restore(made, path.split('.'), value)
  return made
}

interface Collecting {
  readonly path: string
  readonly unlogged: ReadonlySet<string>
  readonly undo: Record<string, Former>
}

function collect(before: Fields, after: Fields, { path, unlogged: unkept, undo }: Collecting): void {
  const added = Object.keys(after).filter((key) => before[key] === undefined)
  for (const key of [...Object.keys(before), ...added]) {
    const [was, is] = [before[key], after[key]]
    if (was === is) continue
    const at = path + key
    if (unkept.has(at) || isSame(was, is)) continue
    if (isPart(was) && isPart(is) && !OPAQUE.has(at)) collect(was, is, { path: `${at}.`, unlogged: unkept, undo })
    else undo[at] = formerOf(was, is, at, unkept)
  }
}

function formerOf(was: unknown, is: unknown, path: string, unkept: ReadonlySet<string>): Former {
  if (was === undefined) return null
  if (typeof was === 'string' || typeof was === 'number' || typeof was === 'boolean') return was
  if (Array.isArray(was) && Array.isArray(is)) return formerList(was, is)
  return { whole: isPart(was) ? withoutUnlogged(was, `${path}.`, unkept) : was }
}

function formerList(was: readonly unknown[], is: readonly unknown[]): FormerList {
  const most = Math.min(was.length, is.length)
  let before = 0
  while (before < most && isSame(was[before], is[before])) before++
  let behind = 0
  while (behind < most - before && isSame(was.at(-1 - behind), is.at(-1 - behind))) behind++
  return { before, behind, between: was.slice(before, was.length - behind) }
}

/** Returns a nested object without its unlogged paths. */
function withoutUnlogged(part: object, path: string, unkept: ReadonlySet<string>): object {
  const entries = Object.entries(part).filter(([key]) => !unkept.has(path + key))
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isPart(value) ? withoutUnlogged(value, `${path}${key}.`, unkept) : value]),
  )
}

function restore(record: Record<string, unknown>, keys: readonly string[], former: Former): void {
  const [key = '', ...deeper] = keys
  if (deeper.length > 0) {
    const part = { ...(record[key] as object) } // an object: `collect` stores nested paths for objects only
    record[key] = part
    restore(part, deeper, former)
  } else if (former === null) delete record[key]
  else if (typeof former !== 'object') record[key] = former
  else if ('whole' in former) record[key] = former.whole
  else record[key] = formerEntries(record[key] as readonly unknown[], former) // a list: `formerOf` compared two lists
}

function formerEntries(list: readonly unknown[], { before, behind, between }: FormerList): readonly unknown[] {
  return [...list.slice(0, before), ...between, ...list.slice(list.length - behind)]
}

function isPart(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two values have the same JSON. Keys with the value undefined count as absent. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, i) => isSame(each, other[i]))
  const [fields, others] = [one as Fields, other as Fields] // objects, because lists were handled above
  return (
    Object.keys(fields).every((key) => isSame(fields[key], others[key])) &&
    Object.keys(others).every((key) => others[key] === undefined || fields[key] !== undefined)
  )
}

/**
 * Stored undos replace these phrases with control characters from U+0001 up, which JSON never contains. Most undos
 * shrink to a dozen bytes, ten times as fast as by compression. Never change the list, or stored undos become
 * unreadable.
 */
const PHRASES = [
  '"history":{"before":',
  ',"behind":0,"between":[]}',
  '{"before":0,"behind":',
  ',"between":[]}',
  '"listing.listPrice":',
  '"listing.status":"Active"',
  '"listing.status":"',
  '"listing.pendingDate":null',
  '"listing.pendingDate":"',
  '"listing.closePrice":null',
  '"listing.closeDate":null',
  '"listing.onMarketMs":',
  '"listing.buyerAgentId":null',
  '"listing.expectedDate":',
  '"listing.description":"',
  '"listing.openHouses":',
  '"listing":null',
  '"listing.',
  '"estimate.value":',
  '"estimate.rent":',
  '"estimate.',
  '"facts.',
  '"address.',
  '"taxes":',
  '"priceHistory":',
  '"price":',
  '"goneSince":null',
  '"pricePerGuest":',
  '"slots":',
  ',"between":[{',
  ',"behind":',
]

function withCodes(json: string): string {
  return PHRASES.reduce((text, phrase, i) => text.replaceAll(phrase, String.fromCharCode(i + 1)), json)
}

function withPhrases(text: string): string {
  return Array.from(text, (character) => PHRASES[character.charCodeAt(0) - 1] ?? character).join('')
}

/** Compression is worth the time from this length on. */
const COMPRESSED_FROM_BYTES = 100

/** First byte of compressed undos. No uncompressed undo begins with 0. */
const COMPRESSED = 0

/** Text that many undos contain, for compression. Never change it, or stored undos become unreadable. */
const DICTIONARY = Buffer.from(
  `"neighborhood":"subdivision":"streetAddress":"address.undisclosed":true,"interiorFeatures":["exteriorFeatures":[
"appliances":["constructionMaterials":["lotFeatures":["communityFeatures":["parkingFeatures":["fencing":["flooring":[
"heating":["Central""cooling":["Central Air""homeType":"SINGLE_FAMILY""CONDO""TOWNHOUSE""MULTI_FAMILY""LOT"
"schoolDistrict":"elementarySchool":"highSchool":"facts.bathrooms":"facts.bedroomsTotal":"facts.livingArea":
"facts.yearBuilt":"facts.lotSizeSquareFeet":"lotId":"parcelNumber":"zpid":"source":"sourceKey":"address":{"city":
"state":"zipcode":"county":"countyFips":"censusTract":"point":{"latitude":"longitude":-"facts":{"bedroomsTotal":
"bathrooms":"livingArea":"yearBuilt":"estimate.value":"estimate.rent":"estimate.history":{"before":119,"behind":0,
"taxes":{"before":"assessedValue":"taxPaid":"listing":{"kind":"sale","lease""listing.description":"mlsId":"mlsName":
"onMarketMs":17"listedBy":"agent""owner""listAgentId":"listing.cumulativeDaysOnMarket":"listing.expectedDate":"
"listing.buyerAgentId":null,"listing.closeDate":null,"listing.closePrice":null,"listing.pendingDate":null,"20
"listing.openHouses":{"before":0,"behind":0,"between":[{"startMs":17"endMs":17"listing.status":"Pending""Withdrawn"
"ComingSoon""ActiveUnderContract""Canceled""Expired""Closed""Active","price":"rent":"priceHistory":{"before":1,
"goneSince":null,"slots":{"before":"behind":"between":[{"date":"20"startTime":"seatsLeft":"listing":null,
{"listing.listPrice":"history":{"before":4,"behind":0,"between":[]}}`.replaceAll('\n', ''),
)

/** Compression with 32 KB of memory per undo instead of 256 KB. Most undos fit into this window. */
const SMALL = { windowBits: 12, memLevel: 5 }

/** Returns the stored form of an undo. Empty if the record did not exist before the change. */
export function undoBytes(undo: Undo | undefined): Uint8Array {
  if (undo === undefined) return new Uint8Array()
  const json = JSON.stringify(undo)
  const text = Buffer.from(withCodes(json))
  if (text.length < COMPRESSED_FROM_BYTES) return text
  const compressed = deflateRawSync(json, { dictionary: DICTIONARY, level: 9, ...SMALL })
  return Buffer.concat([Uint8Array.of(COMPRESSED), compressed])
}

export function undoIn(bytes: Uint8Array): Undo | undefined {
  if (bytes.length === 0) return undefined
  if (bytes[0] !== COMPRESSED) return JSON.parse(withPhrases(Buffer.from(bytes).toString()))
  return JSON.parse(inflateRawSync(bytes.subarray(1), { dictionary: DICTIONARY, ...SMALL }).toString())
}

/** Returns the record as it was before each event. Events come newest first; the newest event led to `record`. */
export function statesBefore(
  record: object | undefined,
  events: readonly { readonly undo: Uint8Array }[],
): readonly (object | undefined)[] {
  let state = record
  return events.map(({ undo }) => {
    state = undone(state, undoIn(undo))
    return state
  })
}
