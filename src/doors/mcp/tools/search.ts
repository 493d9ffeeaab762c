import { grouped } from '../../../kit/base/figures.ts'
import { input, textArgument } from '../arguments.ts'
import { locationsOf, remarksAt, requirePlaces, type Understood } from '../constraints.ts'
import { factsOf, isRental } from '../home-facts.ts'
import { homeRow } from '../home-row.ts'
import { at, type Fields, listAt, numberAt, textAt } from '../json.ts'
import type { Session } from '../session.ts'
import { answer, output, type Tool } from '../tool.ts'
import { documentOf, urlOf } from './home-details.ts'

const RESULTS = 20

/** Matches a house number and a street. A query that matches means one home, not a search. */
const ADDRESS = /^\s*\d+[a-z]?\s+\S+.*[a-z]/i

/** Words such as `bedrooms`. A number before one of these words is not a house number. */
const COUNTED = [
  'plus|or|to|million|thousand|dollars?',
  'bed(?:s|rooms?|roomed)?|bds?|bdrms?|brs?|bath(?:s|rooms?)?|ba|rooms?',
  'stor(?:y|ies|ey|eys|ied)|levels?|plex(?:es)?|cars?|acres?|sq|sqft|square|sf',
  'homes?|houses?|condo(?:s|miniums?)?|townho(?:me|use)s?|apartments?|apts?|units?|famil(?:y|ies)',
].join('|')

/**
 * Matches a street whose name begins like a counted word, such as Story Rd or Square Lake Road. Does not match St.
 * Louis.
 */
const STREET_END = String.raw`(?:\s+\w+)?\s+(?:st|street|rd|road|ave|avenue|ln|lane|dr|drive|ct|court|blvd|boulevard)\.?\s*(?:,|$)`

/** Matches a query that begins with a number other than a house number. */
const NO_ADDRESS = new RegExp(String.raw`^\s*\d[\d.,+]*k?\s*(?:\+|-|(?:${COUNTED})\b(?!${STREET_END}))`, 'i')

export const search: Tool = {
  name: 'search',
  title: 'Search in words',
  description:
    'Homes that match a sentence, such as "3 bedroom houses under 600k with a pool in Austin, TX", or the home at an address. The sentence must name a place. Returns ids for fetch, and how each word was read. For exact filters use search_homes. 1 credit.',
  area: 'A',
  input: input({ query: textArgument('A sentence with a place, or an address.') }, ['query']),
  output: output(
    {
      total: { type: 'integer' },
      results: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, title: { type: 'string' }, url: { type: 'string' } },
          required: ['id', 'title', 'url'],
        },
      },
    },
    ['total', 'results'],
  ),
  textIsJson: true,
  async run(args, session) {
    const query = args.text('query') ?? ''
    return ADDRESS.test(query) && !NO_ADDRESS.test(query) ? atAddress(query, session) : inWords(query, session)
  },
}

async function inWords(query: string, session: Session): Promise<Fields> {
  const body = await session.ask('/search/byaiprompt', { ai_search_prompt: query })
  const places = requirePlaces(locationsOf(body))
  const what: Understood = {
    applied: listAt(body, 'applied').map((each) => {
      const parameter = textAt(each, 'parameter') ?? ''
      const words = parameter === 'location' ? places.join('; ') : (textAt(each, 'words') ?? 'assumed')
      return { argument: 'query', words, value: `${parameter}=${textAt(each, 'value') ?? ''}` }
    }),
    dropped: remarksAt(body, 'dropped'),
    ambiguous: remarksAt(body, 'ambiguous'),
  }
  const firstRows = listAt(body, 'searchResults').slice(0, RESULTS)
  const total = numberAt(body, 'resultsCount', 'totalMatchingCount') ?? 0
  const items = firstRows.map((each) => shown(homeRow(each, 'full', session.door.words), priceMeaningOf(each), session))
  const data = { total, results: { items, total } }
  return answer(what, data, session, 'A', at(body, 'source'))
}

async function atAddress(query: string, session: Session): Promise<Fields> {
  const { body, home } = await documentOf({ argument: 'query', words: query, query: { byaddress: query } }, session)
  const row = { ...factsOf(home, 'concise'), url: urlOf(body, session) }
  const status = STATUS_WORDS[textAt(row, 'status') ?? '']
  const what = {
    applied: [{ argument: 'query', words: textAt(row, 'address') ?? '', value: `propertyaddress=${query}` }],
    dropped: [],
    ambiguous: [],
  }
  const results = [shown(row, { status, isRent: isRental(home) }, session)]
  return answer(what, { total: 1, results }, session, 'A', at(body, 'source'))
}

/** What the price in a title means. Without this, a rent looks like a sale price. */
interface PriceMeaning {
  readonly status: string | undefined
  readonly isRent: boolean
}

/** Returns what the price of a result means. Prices of units in a building are always rents. */
function priceMeaningOf(result: unknown): PriceMeaning {
  const listing = at(result, 'property', 'listing')
  const status = textAt(listing, 'listingStatus')
  const isRent = status === 'forRent' || textAt(result, 'resultType') === 'propertyGroup'
  const ofListing = STATUS_WORDS[textAt(listing, 'marketingStatus') ?? '']
  return { status: ofListing ?? (isRent ? 'for rent' : STATUS_WORDS[status ?? '']), isRent }
}

/** The status in words, by its values in home documents and in search results. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  FOR_SALE: 'for sale',
  FOR_RENT: 'for rent',
  SOLD: 'sold',
  RECENTLY_SOLD: 'sold',
  PENDING: 'pending',
  COMING_SOON: 'coming soon',
  OTHER: 'off the market',
  forSale: 'for sale',
  preForeclosure: 'for sale',
  recentlySold: 'sold',
  pending: 'pending',
  comingSoon: 'coming soon',
  offMarket: 'off the market',
}

/** Returns a result in the form that hosts require. A building has the id of its cheapest available unit. */
function shown(row: Fields, { status, isRent }: PriceMeaning, session: Session): Fields {
  const id = textAt(row, 'id') ?? ''
  const price = shownNumber(row, 'sold_price') ?? shownNumber(row, 'price')
  const [beds, baths] = [shownNumber(row, 'beds'), shownNumber(row, 'baths')]
  const rooms = [beds === null ? null : `${beds} bd`, baths === null ? null : `${baths} ba`]
  const cost = price === null ? 'price unknown' : `$${price}${isRent ? ' a month' : ''}`
  const parts = [textAt(row, 'address'), status ?? null, cost, rooms.filter(isText).join(' ')]
  const url = textAt(row, 'url') ?? `${session.door.words.portalOrigin}/homedetails/${id}_zpid/`
  return { id: `home:${id}`, title: parts.filter(isText).join(' · '), url }
}

/** Formats a number. For a building, returns a string with the numbers of its units. */
function shownNumber(row: Fields, name: string): string | null {
  const value = numberAt(row, name)
  return value === null ? textAt(row, name) : grouped(value)
}

function isText(text: string | null): text is string {
  return text !== null && text !== ''
}
