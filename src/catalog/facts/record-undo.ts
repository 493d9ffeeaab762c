import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Offer } from '../../model/offer.ts'
import type { LoggedNoun } from '../ports/change-log.ts'

/**
 * Turns a record back into what it was before a change: it holds the former values of the keys that changed, by their
 * paths. Most changes are a price or a status, so that this is a tenth of a record, and often a hundredth.
 */
type Undo = Readonly<Record<string, Former>>

/** A number, text or boolean as it was; null: the key was absent; an object says how a list or a part was. */
type Former = string | number | boolean | null | FormerWhole | FormerList

interface FormerWhole {
  readonly whole: unknown
}

/** A list as it was: `before` and `behind` are numbers of its first and last entries that are still there. */
interface FormerList {
  readonly before: number
  readonly behind: number
  readonly between: readonly unknown[]
}

/** The path of a record as a whole, which is all that is kept of one that is gone. */
const RECORD = ''

/** Beside a record that is gone: the home that its own records joined. No key of a record is called so. */
const JOINED_TO = '>'

type Fields = Readonly<Record<string, unknown>>

/**
 * Paths that are not kept, and whose changes count for nothing. What they lead to is about people, or pictures, or only
 * says when a source told something, and no search asks for it; or it is the layers that a home lies in, which have a
 * date of their own.
 */
const UNKEPT: Readonly<Record<Exclude<LoggedNoun, 'agent'>, ReadonlySet<string>>> = {
  home: new Set([
    'toldMs',
    'interest',
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

/** Lists and texts of a home that is gone which no search reads. */
const LEFT_BEHIND: Fields = { history: [], taxes: [] }

/** Keys of facts are those of a source, dots included: they are compared as one value. */
const OPAQUE: ReadonlySet<string> = new Set(['facts.other'])

/** The undoing of a change from one record to another one. Empty where nothing that is kept differs. */
export function undoOf(noun: keyof typeof UNKEPT, before: object, after: object): Undo {
  const undo: Record<string, Former> = {}
  collect(before as Fields, after as Fields, { path: '', unkept: UNKEPT[noun], undo }) // records are plain objects
  return undo
}

/** The undoing of a removal. `joinedTo`: the home that the records of a home joined. */
export function undoOfRemoval(noun: keyof typeof UNKEPT, before: object, joinedTo?: number): Undo {
  const rest = kept({ ...before, ...(noun === 'home' && LEFT_BEHIND) }, '', UNKEPT[noun])
  const whole = noun === 'offer' ? { ...rest, modifiedMs: (before as Offer).modifiedMs } : rest // every offer has it
  return { [RECORD]: { whole }, ...(joinedTo !== undefined && { [JOINED_TO]: joinedTo }) }
}

/** The home that the records of a removed home joined, from the event of the removal. */
export function joinedToIn(bytes: Uint8Array): number | undefined {
  const joinedTo = undoIn(bytes)?.[JOINED_TO]
  return typeof joinedTo === 'number' ? joinedTo : undefined
}

/** A record as it was before a change, made anew; undefined: there was none. The given one is not modified. */
export function undone(record: object | undefined, undo: Undo | undefined): object | undefined {
  if (undo === undefined) return undefined
  const former = undo[RECORD]
  if (former !== undefined) return (former as FormerWhole).whole as object // as `undoOfRemoval` makes it
  if (record === undefined) return undefined
  const made: Record<string, unknown> = { ...record }
  for (const [path, value] of Object.entries(undo)) restore(made, path.split('.'), value)
  return made
}

interface Collecting {
  readonly path: string
  readonly unkept: ReadonlySet<string>
  readonly undo: Record<string, Former>
}

function collect(before: Fields, after: Fields, { path, unkept, undo }: Collecting): void {
  const added = Object.keys(after).filter((key) => before[key] === undefined)
  for (const key of [...Object.keys(before), ...added]) {
    const [was, is] = [before[key], after[key]]
    if (was === is) continue
    const at = path + key
    if (unkept.has(at) || isSame(was, is)) continue
    if (isPart(was) && isPart(is) && !OPAQUE.has(at)) collect(was, is, { path: `${at}.`, unkept, undo })
    else undo[at] = formerOf(was, is, at, unkept)
  }
}

function formerOf(was: unknown, is: unknown, path: string, unkept: ReadonlySet<string>): Former {
  if (was === undefined) return null
  if (typeof was === 'string' || typeof was === 'number' || typeof was === 'boolean') return was
  if (Array.isArray(was) && Array.isArray(is)) return formerList(was, is)
  return { whole: isPart(was) ? kept(was, `${path}.`, unkept) : was }
}

function formerList(was: readonly unknown[], is: readonly unknown[]): FormerList {
  const most = Math.min(was.length, is.length)
  let before = 0
  while (before < most && isSame(was[before], is[before])) before++
  let behind = 0
  while (behind < most - before && isSame(was.at(-1 - behind), is.at(-1 - behind))) behind++
  return { before, behind, between: was.slice(before, was.length - behind) }
}

/** A part without what is not kept. */
function kept(part: object, path: string, unkept: ReadonlySet<string>): object {
  const entries = Object.entries(part).filter(([key]) => !unkept.has(path + key))
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isPart(value) ? kept(value, `${path}${key}.`, unkept) : value]),
  )
}

function restore(record: Record<string, unknown>, keys: readonly string[], former: Former): void {
  const [key = '', ...deeper] = keys
  if (deeper.length > 0) {
    const part = { ...(record[key] as object) } // made by `collect` only where both are parts
    record[key] = part
    restore(part, deeper, former)
  } else if (former === null) delete record[key]
  else if (typeof former !== 'object') record[key] = former
  else if ('whole' in former) record[key] = former.whole
  else record[key] = formerEntries(record[key] as readonly unknown[], former) // a list then, as `formerOf` sees to
}

function formerEntries(list: readonly unknown[], { before, behind, between }: FormerList): readonly unknown[] {
  return [...list.slice(0, before), ...between, ...list.slice(list.length - behind)]
}

function isPart(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two values are written alike; a key that holds undefined is absent. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, i) => isSame(each, other[i]))
  const [fields, others] = [one as Fields, other as Fields] // neither is a list
  return (
    Object.keys(fields).every((key) => isSame(fields[key], others[key])) &&
    Object.keys(others).every((key) => others[key] === undefined || fields[key] !== undefined)
  )
}

/**
 * Stand in stored undoings as one character each, from the first one on, which JSON has not. They leave a dozen bytes of
 * most undoings, for a tenth of the time that compression would take. The list may never change.
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

/** From so many bytes on, compression takes away enough to be worth its time. */
const COMPRESSED_FROM_BYTES = 100

/** Begins what is compressed; nothing else begins so. */
const COMPRESSED = 0

/** Holds what undoings have in common. Stored ones need it to be read, so that it may never change. */
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

/** Compression that takes 32 KB instead of 256 KB for each undoing, which are hardly longer than this window. */
const SMALL = { windowBits: 12, memLevel: 5 }

/** Encodes an undoing as it is stored; no bytes say that there was no record before. */
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

/** Returns what a record was before each of some events, given from the last one on, of which the first led to `record`. */
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
