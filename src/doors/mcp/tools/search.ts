import { grouped } from '../../../kit/base/figures.ts'
import { input } from '../arguments.ts'
import { locationsOf, type Remark, requirePlaces, type Understood } from '../constraints.ts'
import { factsOf, isRental } from '../home-facts.ts'
import { homeRow } from '../home-row.ts'
import { at, type Fields, listAt, numberAt, textAt } from '../json.ts'
import type { Session } from '../session.ts'
import { answer, output, type Tool } from '../tool.ts'
import { documentOf, urlOf } from './home-details.ts'

const RESULTS = 20

/** A house number and a street: then a single home is meant, and a search around it would be another question. */
const ADDRESS = /^\s*\d+[a-z]?\s+\S+.*[a-z]/i

/** Words that follow a number in sentences. */
const COUNTED = [
  'plus|or|to|million|thousand|dollars?',
  'bed(?:s|rooms?|roomed)?|bds?|bdrms?|brs?|bath(?:s|rooms?)?|ba|rooms?',
  'stor(?:y|ies|ey|eys|ied)|levels?|plex(?:es)?|cars?|acres?|sq|sqft|square|sf',
  'homes?|houses?|condo(?:s|miniums?)?|townho(?:me|use)s?|apartments?|apts?|units?|famil(?:y|ies)',
].join('|')

/** A street that is named like one of them, such as Story Rd or Square Lake Road; St. Louis is no street. */
const STREET_END = String.raw`(?:\s+\w+)?\s+(?:st|street|rd|road|ave|avenue|ln|lane|dr|drive|ct|court|blvd|boulevard)\.?\s*(?:,|$)`

/** Beginnings that have a number before a word, and are no address. */
const NO_ADDRESS = new RegExp(String.raw`^\s*\d[\d.,+]*k?\s*(?:\+|-|(?:${COUNTED})\b(?!${STREET_END}))`, 'i')

export const search: Tool = {
  name: 'search',
  title: 'Search in words',
  description:
    'Homes that a sentence asks for, such as "3 bedroom houses under 600k with a pool in Austin, TX", or the home at an address. It must name a place. Returns ids for fetch. Says what each word was taken for. For exact filters use search_homes. 1 credit.',
  area: 'A',
  input: input({ query: { type: 'string', description: 'A sentence with a place, or an address.' } }, ['query']),
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
  async run(given, session) {
    const query = given.text('query') ?? ''
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
  const items = firstRows.map((each) => shown(homeRow(each, 'full', session.door.words), offeredIn(each), session))
  const data = { total, results: { items, total } }
  return answer(what, data, session, 'A', at(body, 'source'))
}

function remarksAt(body: Fields, name: string): Remark[] {
  return listAt(body, name).map((each) => ({ words: textAt(each, 'words') ?? '', why: textAt(each, 'why') ?? '' }))
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

/** Tells what the price in a title is for: without it a rent looks like the price of a sale. */
interface Offered {
  readonly status: string | undefined
  readonly isRent: boolean
}

/** How a result of a search is offered; the units of a building are to let. */
function offeredIn(result: unknown): Offered {
  const listing = at(result, 'property', 'listing')
  const status = textAt(listing, 'listingStatus')
  const isRent = status === 'forRent' || textAt(result, 'resultType') === 'propertyGroup'
  const ofListing = STATUS_WORDS[textAt(listing, 'marketingStatus') ?? '']
  return { status: ofListing ?? (isRent ? 'for rent' : STATUS_WORDS[status ?? '']), isRent }
}

/** By the words of documents and by those of cards. */
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

/** A result as hosts want it. The title says what tells homes apart; a building is fetched by its cheapest free unit. */
function shown(row: Fields, { status, isRent }: Offered, session: Session): Fields {
  const id = textAt(row, 'id') ?? ''
  const price = shownNumber(row, 'sold_price') ?? shownNumber(row, 'price')
  const [beds, baths] = [shownNumber(row, 'beds'), shownNumber(row, 'baths')]
  const rooms = [beds === null ? null : `${beds} bd`, baths === null ? null : `${baths} ba`]
  const cost = price === null ? 'price unknown' : `$${price}${isRent ? ' a month' : ''}`
  const parts = [textAt(row, 'address'), status ?? null, cost, rooms.filter(isText).join(' ')]
  const url = textAt(row, 'url') ?? `${session.door.words.portalOrigin}/homedetails/${id}_zpid/`
  return { id: `home:${id}`, title: parts.filter(isText).join(' · '), url }
}

/** A number, or those of a building's units as text. */
function shownNumber(row: Fields, name: string): string | null {
  const value = numberAt(row, name)
  return value === null ? textAt(row, name) : grouped(value)
}

function isText(text: string | null): text is string {
  return text !== null && text !== ''
}
