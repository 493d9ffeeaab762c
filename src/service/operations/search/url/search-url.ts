import { readUrl, segmentsOf } from '../../../../kit/params/home-url.ts'
import { Refusal, type Shape } from '../../../../kit/params/index.ts'
import { type JsonObject, readObject } from './json.ts'
import { isSearchPiece } from './path.ts'
import { percentDecoded, splitState } from './state-text.ts'

/** The URL of a search, split into parts but not interpreted yet. */
export interface SearchUrl {
  /** The decoded segments of the path. */
  readonly pieces: readonly string[]
  /** Names of all other query parameters. */
  readonly others: readonly string[]
  readonly state: JsonObject | undefined
}

/** Maximum length of a URL. A request line has room for it. */
const MAX_CHARACTERS = 16_384

const ACCEPTED =
  'must be the URL of a page of search results, with searchQueryState={…} or filters in its path, such as …/austin-tx/2-_beds/.'

/** Matches the beginning of a URL that is percent-encoded as a whole. */
const ENCODED = /^https?%3A/i

/** First path segments of pages of single properties and buildings. */
const PROPERTY_PAGES: ReadonlySet<string> = new Set(['homedetails', 'b', 'apartment', 'apartments'])

/** The URL of a page of search results. Only the path and the query matter, not the host. */
export const searchUrl: Shape<SearchUrl> = {
  schema: { type: 'string' },
  example: 'https://portal.example/austin-tx/2-_beds/100000-500000_price/',
  parse: (text) => {
    if (text.length > MAX_CHARACTERS)
      return new Refusal(`${ACCEPTED} It must have at most ${MAX_CHARACTERS} characters, and has ${text.length}.`)
    const { rest, states } = splitState(ENCODED.test(text) ? (percentDecoded(text) ?? text) : text)
    const url = readUrl(rest)
    if (!url) return new Refusal(ACCEPTED)
    const pieces = segmentsOf(url)
    if (isPropertyPage(pieces)) return new Refusal(`${ACCEPTED} This is the page of one property.`)
    if (states.length === 0 && !pieces.some(isSearchPiece)) return new Refusal(ACCEPTED)
    const state = firstObject(states)
    if (state instanceof Refusal) return new Refusal(`${ACCEPTED} Here ${state.why}.`)
    return { pieces, others: [...new Set(url.searchParams.keys())], state }
  },
}

/** Returns the first string that is a JSON object. If none is, returns why the first string is not one. */
function firstObject(texts: readonly string[]): JsonObject | Refusal | undefined {
  const read = texts.map(readObject)
  return read.find((one) => !(one instanceof Refusal)) ?? read[0]
}

function isPropertyPage(pieces: readonly string[]): boolean {
  return PROPERTY_PAGES.has(pieces[0]?.toLowerCase() ?? '') || pieces.some((piece) => /_zpid$/i.test(piece))
}
