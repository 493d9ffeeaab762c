import { readUrl, segmentsOf } from '../../../params/home-url.ts'
import { Refusal, type Shape } from '../../../params/index.ts'
import { type JsonObject, readObject } from './json.ts'
import { isSearchPiece } from './path.ts'
import { cutState, percentDecoded } from './state-text.ts'

/** A URL taken apart: nothing of it is understood yet, but it is one of a search. */
export interface SearchUrl {
  /** The pieces of its path, decoded. */
  readonly pieces: readonly string[]
  /** Names of its query's other parameters. */
  readonly others: readonly string[]
  readonly state: JsonObject | undefined
}

/** A request line is no longer. */
const MOST_CHARACTERS = 16_384

const ACCEPTED =
  'accepted is the URL of a page of search results, with searchQueryState={…} or filters in its path, such as …/austin-tx/2-_beds/.'

/** A URL that is encoded as a whole. */
const ENCODED = /^https?%3A/i

/** Beginnings of the paths of single properties and of buildings. */
const PROPERTY_PAGES: ReadonlySet<string> = new Set(['homedetails', 'b', 'apartment', 'apartments'])

/** A URL of search results of any portal: only its path and its query matter. */
export const searchUrl: Shape<SearchUrl> = {
  schema: { type: 'string' },
  example: 'https://portal.example/austin-tx/2-_beds/100000-500000_price/',
  parse: (text) => {
    if (text.length > MOST_CHARACTERS) return new Refusal(`it has ${text.length} characters: ${ACCEPTED}`)
    const { rest, states } = cutState(ENCODED.test(text) ? (percentDecoded(text) ?? text) : text)
    const url = readUrl(rest)
    if (!url) return new Refusal(ACCEPTED)
    const pieces = segmentsOf(url)
    if (isPropertyPage(pieces)) return new Refusal(`it is the page of one property: ${ACCEPTED}`)
    if (states.length === 0 && !pieces.some(isSearchPiece)) return new Refusal(ACCEPTED)
    const state = firstObject(states)
    if (state instanceof Refusal) return new Refusal(`${state.why}: ${ACCEPTED}`)
    return { pieces, others: [...new Set(url.searchParams.keys())], state }
  },
}

/** The first text that is an object, else why the likeliest one is none. */
function firstObject(texts: readonly string[]): JsonObject | Refusal | undefined {
  const read = texts.map(readObject)
  return read.find((one) => !(one instanceof Refusal)) ?? read[0]
}

function isPropertyPage(pieces: readonly string[]): boolean {
  return PROPERTY_PAGES.has(pieces[0]?.toLowerCase() ?? '') || pieces.some((piece) => /_zpid$/i.test(piece))
}
