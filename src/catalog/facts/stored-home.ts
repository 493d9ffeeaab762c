import type { Home } from '../../model/home.ts'
import { BRIEF_FACTS, briefFirst, type HomeBrief, type HomeOutline } from '../../model/home-brief.ts'
import { shownHome } from '../../model/shown-home.ts'
import type { GivenRecords, Noun, Records } from '../ports/nouns.ts'
import { withoutMarks } from './card-words.ts'

/**
 * Returns a record as a writer stores it. Hidden details of a withheld home are never stored with the home; see
 * `SourceHomes`.
 */
export function storedRecord<N extends Noun>(noun: N, record: GivenRecords[N]): Records[N] {
  return (noun === 'home' ? shownHome(record as Home) : record) as Records[N] // the noun says which record it is
}

/**
 * Whether a stored home is withheld. API callers find such a home only by its own id, because the ids of its source
 * records reveal their keys.
 */
export function isStoredWithheld(json: string): boolean {
  return json.includes('"undisclosed":true') // this can only be a key, since quotes within a string are escaped
}

/** Returns the stored JSON of a record, without the characters that cards use as marks for words. */
export function recordJson<N extends Noun>(noun: N, record: Records[N]): string {
  return withoutMarks(noun === 'home' ? homeJson(record as Home) : JSON.stringify(record)) // the noun says which record it is
}

/**
 * Returns the stored JSON of a home. The parts that a `HomeBrief` needs come first, and long parts that are seldom read
 * come last. A single literal gives every object the same shape: JSON.stringify is twice as fast for it as for objects
 * made by rest and spread.
 */
export function homeJson(home: Home): string {
  const { zpid, source, sourceKey, address, point, homeType, lotId, parcelNumber, listing } = home
  const { facts, history, taxes, estimate, interest, layers, toldMs } = home
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
    estimate,
    interest,
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

/** Matches only a key, since quotes within a string are escaped. The first occurrence is the home's own key. */
const FACTS = '"facts":{'

const BRIEF_ENTRIES = new RegExp(`(?:"(?:${BRIEF_FACTS.join('|')})":[-+.eE0-9]+,?)*`, 'y')

/** Returns the brief part of a stored home. Does not parse the rest, which is three quarters of the JSON. */
export function briefOf(json: string): HomeBrief {
  return JSON.parse(`${briefText(json, json.indexOf(FACTS))}}`)
}

/** Matches, like `,"history":[`, only a key of the home itself after its facts. */
const ESTIMATE = ',"estimate":{'
const INTEREST = ',"interest":{'

/** Returns the brief part of a stored home and its last two parts, without the parts in between. */
export function outlineOf(json: string): HomeOutline {
  const factsAt = json.indexOf(FACTS)
  const estimateAt = json.indexOf(ESTIMATE, factsAt)
  const lastAt = estimateAt >= 0 ? estimateAt : json.indexOf(INTEREST, factsAt)
  return JSON.parse(briefText(json, factsAt) + (lastAt >= 0 ? json.slice(lastAt) : '}'))
}

/** Returns the text from the start of a stored home to the end of the facts that result rows show. */
function briefText(json: string, factsAt: number): string {
  BRIEF_ENTRIES.lastIndex = factsAt + FACTS.length
  BRIEF_ENTRIES.test(json)
  const end = BRIEF_ENTRIES.lastIndex
  return `${json.slice(0, json[end - 1] === ',' ? end - 1 : end)}}`
}

/** Matches only the home's own history, because no fact has this key. */
const HISTORY = ',"history":['

const LISTING = ',"listing":{'

/** Matches `"event":"Sold"` in the history, and occasionally other text. */
const SALE = ':"Sold"'

/**
 * Parses a stored home for deriving data. Half of all homes were never listed, and no search finds them. For those
 * homes, only the facts that result rows show are parsed, because nothing is derived from other facts.
 *
 * @param learns Whether to parse all facts of a sold home, because estimators are trained on them.
 */
export function derivedFrom(json: string, learns = false): Home {
  const factsAt = json.indexOf(FACTS)
  const listingAt = json.lastIndexOf(LISTING, factsAt)
  const historyAt = json.indexOf(HISTORY, factsAt)
  if (listingAt >= 0 || historyAt < 0 || (learns && json.includes(SALE, historyAt))) return JSON.parse(json)
  return JSON.parse(briefText(json, factsAt) + json.slice(historyAt))
}
