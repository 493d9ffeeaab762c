import type { Home } from '../../model/home.ts'
import { BRIEF_FACTS, briefFirst, type HomeBrief, type HomeOutline } from '../../model/home-brief.ts'
import { shownHome } from '../../model/shown-home.ts'
import type { GivenRecords, Noun, Records } from '../ports/nouns.ts'
import { withoutMarks } from './card-words.ts'

/**
 * Returns a record as it is stored. If a home's address is withheld, leaves out the hidden details; `SourceHomes`
 * stores them.
 */
export function storedRecord<N extends Noun>(noun: N, record: GivenRecords[N]): Records[N] {
  return (noun === 'home' ? shownHome(record as Home) : record) as Records[N] // `noun` is 'home'
}

/**
 * Whether a stored home has a withheld address. API callers find such a home only by its own id, because other ids
 * would reveal the keys of its sources.
 */
export function isStoredWithheld(json: string): boolean {
  return json.includes('"undisclosed":true') // always a key, because quotes within strings are escaped
}

/** Returns the stored JSON of a record, without the characters that cards use as placeholders. */
export function recordJson<N extends Noun>(noun: N, record: Records[N]): string {
  return withoutMarks(noun === 'home' ? homeJson(record as Home) : JSON.stringify(record)) // `noun` is 'home'
}

/**
 * Returns the stored JSON of a home. What a `HomeBrief` needs comes first; long parts that are rarely read come last. A
 * single literal gives all objects the same shape, for which JSON.stringify is twice as fast.
 */
export function homeJson(home: Home): string {
  const { zpid, source, sourceKey, address, point, homeType, lotId, parcelNumber, listing } = home
  const { facts, history, taxes, recorded, estimate, interest, owner, layers, toldMs } = home
  return JSON.stringify({
    zpid,
    source,
    sourceKey,
    address,
    point,
    homeType,
    lotId,
    parcelNumber,
    listing,
    facts: briefFirst(facts),
    history,
    taxes,
    recorded,
    estimate,
    interest,
    owner,
    layers,
    toldMs,
  } satisfies Record<keyof Home, unknown>)
}

/** Matches the last key of a stored home. */
const TOLD = /,"toldMs":\d+\}$/

/** Whether two versions of a stored home differ only in `toldMs`. */
export function differsOnlyInToldMs(noun: Noun, before: string, after: string): boolean {
  return noun === 'home' && withoutToldMs(before) === withoutToldMs(after)
}

function withoutToldMs(json: string): string {
  const at = json.lastIndexOf(',"toldMs":')
  return at >= 0 && TOLD.test(json.slice(at)) ? `${json.slice(0, at)}}` : json
}

/** Whether two versions of a stored home are the same, or differ only in their layers. */
export function differsOnlyInLayers(before: string, after: string): boolean {
  return withoutLayers(before) === withoutLayers(after)
}

/** Removes the layers from a stored home. They come last, except for `toldMs`, which has no brackets. */
function withoutLayers(json: string): string {
  const at = json.lastIndexOf(LAYERS)
  return at < json.lastIndexOf(HISTORY) ? json : json.slice(0, at) + json.slice(json.lastIndexOf(']') + 1)
}

/** Matches a key, because quotes within strings are escaped. The first match is the home's own key. */
const FACTS = '"facts":{'

const BRIEF_ENTRIES = new RegExp(`(?:"(?:${BRIEF_FACTS.join('|')})":[-+.eE0-9]+,?)*`, 'y')

/** Reads the `HomeBrief` at the start of a stored home. Does not parse the rest, three quarters of the JSON. */
export function briefOf(json: string): HomeBrief {
  return JSON.parse(`${briefText(json, json.indexOf(FACTS))}}`)
}

/** Matches a key of the home itself, if searched after the facts. */
const ESTIMATE = ',"estimate":{'
const INTEREST = ',"interest":{'

/** Reads the first part and the last two parts of a stored home, and skips the parts in between. */
export function outlineOf(json: string): HomeOutline {
  const factsAt = json.indexOf(FACTS)
  const estimateAt = json.indexOf(ESTIMATE, factsAt)
  const lastAt = estimateAt >= 0 ? estimateAt : json.indexOf(INTEREST, factsAt)
  return JSON.parse(briefText(json, factsAt) + (lastAt >= 0 ? json.slice(lastAt) : '}'))
}

/** Returns the JSON of a `HomeBrief` from a stored home. */
function briefText(json: string, factsAt: number): string {
  BRIEF_ENTRIES.lastIndex = factsAt + FACTS.length
  BRIEF_ENTRIES.test(json)
  const end = BRIEF_ENTRIES.lastIndex
  return `${json.slice(0, json[end - 1] === ',' ? end - 1 : end)}}`
}

/** Matches only the home's own history, because no fact has this key. */
const HISTORY = ',"history":['

const LISTING = ',"listing":{'

/** Matches the home's own layers if it comes after the history. */
const LAYERS = ',"layers":['

/** Matches `"event":"Sold"` in the history. May also match other text, at the cost of parsing more. */
const SALE = ':"Sold"'

/**
 * Parses a stored home for deriving data. Half of all homes were never listed, so searches do not find them; of those
 * homes, parses only the facts that rows of results show.
 * @param learns Whether to parse all facts of sold homes, for training estimators.
 */
export function derivedFrom(json: string, learns = false): Home {
  const factsAt = json.indexOf(FACTS)
  const listingAt = json.lastIndexOf(LISTING, factsAt)
  const historyAt = json.indexOf(HISTORY, factsAt)
  if (listingAt >= 0 || historyAt < 0 || (learns && json.includes(SALE, historyAt))) return JSON.parse(json)
  return JSON.parse(briefText(json, factsAt) + json.slice(historyAt))
}
