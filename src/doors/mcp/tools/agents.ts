import { grouped } from '../../../kit/base/figures.ts'
import { AGENT_LANGUAGES, AGENT_SPECIALTIES } from '../../../model/agent.ts'
import {
  CURSOR,
  flagArgument,
  input,
  numberArgument,
  type ToolArguments,
  textArgument,
  wordArgument,
  wordsArgument,
} from '../arguments.ts'
import { type Constraint, locationsOf, queryOf, requirePlaces, understood } from '../constraints.ts'
import { cursorFor, placeOf } from '../cursor.ts'
import { at, type Fields, flagAt, isFields, joined, known, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { boundsOf } from '../ranges.ts'
import { Refusal } from '../refusal.ts'
import { clipped, firstOf, tableOf } from '../rows.ts'
import type { Session } from '../session.ts'
import { answer, MORE, output, TABLE, type Tool } from '../tool.ts'

/** Rows per page of the operations. */
const PAGE_ROWS = 15

/** Maximum number of areas in a profile. */
const AREAS_MAX = 20
/** Maximum number of reviews in a profile. */
const REVIEWS_MAX = 5

/** The lists of an agent. `path`: the operation. `rows` and `count`: the keys in its answer. */
const LISTS = {
  for_sale: { path: '/agent/for_sale', rows: 'forSaleListings', count: 'listingCount' },
  for_rent: { path: '/agent/for_rent', rows: 'forRentListings', count: 'listingCount' },
  sold: { path: '/agent/sold_properties', rows: 'pastSales', count: 'pastSalesCount' },
} as const

const SEARCHED = [
  'place',
  'name',
  'specialties',
  'languages',
  'top_only',
  'acts_for',
  'sold_price_min',
  'sold_price_max',
]

export const agents: Tool = {
  name: 'agents',
  title: 'Agents',
  description:
    'Real-estate agents by place, name, specialty, language and price of homes sold. Or one agent: agent alone returns the profile, agent with list returns one list of that agent’s homes. 1 credit, 2 with list.',
  area: 'A',
  input: input({
    place: textArgument('Where the agents work: city with state, neighborhood, ZIP code, county or state.', 200),
    name: textArgument('Beginning of each word of the name.', 100),
    specialties: wordsArgument(AGENT_SPECIALTIES, 'All of these.'),
    languages: wordsArgument(AGENT_LANGUAGES, 'Any of these; default english.'),
    top_only: flagArgument('true: only top agents.'),
    acts_for: wordArgument(['buyers', 'sellers'], 'Agents who have acted for buyers or for sellers.'),
    sold_price_min: numberArgument([0, 1e9], 'Sold a home in this range in the last 365 days. Needs sold_price_max.'),
    sold_price_max: numberArgument([0, 1e9], 'Needs sold_price_min.'),
    agent: textArgument('One agent: the user name from a search.', 200),
    list: wordArgument(Object.keys(LISTS), 'With agent: which of the agent’s homes.'),
    cursor: CURSOR,
  }),
  output: output({ total: { type: 'integer' }, agents: TABLE, agent: { type: 'object' }, homes: TABLE, more: MORE }, [
    'total',
    'more',
  ]),
  async run(args, session) {
    const username = args.text('agent')
    if (username === undefined) return search(args, session)
    const other = SEARCHED.find((name) => args.has(name))
    if (other !== undefined) throw new Refusal(`Cannot use "${other}" with "agent", which selects one agent.`)
    if (args.has('list')) return homesOf(args, username, session)
    if (args.has('cursor'))
      throw new Refusal(
        'Cannot use "cursor" with only "agent": a profile is a single page. Use it together with "list".',
      )
    return profile(username, session)
  },
}

async function search(args: ToolArguments, session: Session): Promise<Fields> {
  if (args.has('list')) throw new Refusal('Cannot use "list" without "agent": search first, then send the user name.')
  const constraints = constraintsOf(args)
  if (!args.has('place') && !args.has('name'))
    throw new Refusal('Give "place", "name" or both: a search needs one of them.')
  const { offset } = placeOf(args)
  const page = Math.floor(offset / PAGE_ROWS) + 1
  const query = queryOf(constraints)
  const body = await session.ask('/agent/search', { ...query, ...(page > 1 && { page: String(page) }) })
  const [place] = requirePlaces(locationsOf(body))
  const named = constraints.map((each) =>
    each.argument === 'place' && place !== undefined ? { ...each, words: place } : each,
  )
  const agentRows = listAt(body, 'agents')
  const total = numberAt(body, 'resultsCount', 'totalMatchingCount') ?? 0
  const next = offset + agentRows.length
  const data = {
    total,
    agents: tableOf(agentRows.map(agentRow), total),
    more: agentRows.length > 0 && next < total && page < 25 ? cursorFor(args, { offset: next }) : null,
  }
  const what = understood(named, undefined, listAt(body, 'warnings'))
  return answer(what, data, session, 'A', at(body, 'source'))
}

function constraintsOf(args: ToolArguments): Constraint[] {
  const [place, name, specialties, languages] = [
    args.text('place'),
    args.text('name'),
    args.texts('specialties'),
    args.texts('languages'),
  ]
  const { min, max } = boundsOf(args, 'sold_price')
  if ((min === undefined) !== (max === undefined)) throw new Refusal('Give sold_price_min and sold_price_max together.')
  const spoken = languages.length > 0 ? languages.join(' or ') : 'english, because no language was given'
  return [
    ...(place === undefined ? [] : [{ argument: 'place', words: place, query: { location: place } }]),
    ...(name === undefined ? [] : [{ argument: 'name', words: name, query: { agentName: name } }]),
    ...(specialties.length === 0
      ? []
      : [{ argument: 'specialties', words: specialties.join(' and '), query: { specialties: specialties.join(',') } }]),
    {
      argument: 'languages',
      words: `speaks ${spoken}`,
      query: { languages: (languages.length > 0 ? languages : ['english']).join(',') },
    },
    ...(args.flag('top_only') === true
      ? [{ argument: 'top_only', words: 'only top agents', query: { isTopAgent: 'true' } }]
      : []),
    ...actsFor(args.text('acts_for')),
    ...(min === undefined || max === undefined
      ? []
      : [
          {
            argument: 'sold_price',
            words: `sold a home for $${grouped(min)} to $${grouped(max)} in the last 365 days`,
            query: { priceRange: `${min},${max}` },
          },
        ]),
  ]
}

function actsFor(side: string | undefined): Constraint[] {
  if (side === undefined) return []
  const query: Readonly<Record<string, string>> = side === 'buyers' ? { isBuying: 'true' } : { isSelling: 'true' }
  return [{ argument: 'acts_for', words: `has acted for ${side}`, query }]
}

function agentRow(agent: unknown): Fields {
  const facts = Object.fromEntries(
    listAt(agent, 'profileData').map((each) => [textAt(each, 'label'), textAt(each, 'data')]),
  )
  return {
    agent: textAt(agent, 'username'),
    name: textAt(agent, 'name'),
    office: textAt(agent, 'businessName'),
    phone: textAt(agent, 'phoneNumber'),
    location: textAt(agent, 'location'),
    top: flagAt(agent, 'isTopAgent') ? 'yes' : null,
    sales_last_year: facts['sales last 12 months'] ?? null,
    price_range_last_year: facts['price range last 12 months'] ?? null,
    for_sale: facts['homes for sale'] ?? null,
    for_rent: facts['homes for rent'] ?? null,
    rating:
      numberAt(agent, 'reviewInformation', 'reviewCount') === 0
        ? null
        : numberAt(agent, 'reviewInformation', 'reviewAverage'),
    reviews: numberAt(agent, 'reviewInformation', 'reviewCount'),
  }
}

async function detailsOf(username: string, session: Session): Promise<{ body: Fields; details: Fields }> {
  const body = await session.ask('/agent/details', { username })
  const details = at(body, 'agent_details')
  return { body, details: isFields(details) ? details : {} }
}

async function profile(username: string, session: Session): Promise<Fields> {
  const { body, details } = await detailsOf(username, session)
  const user = at(details, 'displayUser')
  const reviews = listAt(details, 'reviewsData', 'reviews')
  const agent = known({
    agent: textAt(user, 'screenName'),
    name: textAt(user, 'name'),
    office: textAt(user, 'businessName'),
    phone: textAt(user, 'phoneNumber'),
    email: textAt(user, 'email'),
    top: flagAt(user, 'isTopAgent'),
    about: clipped(textAt(details, 'about', 'description'), 1500),
    specialties: textsAt(details, 'about', 'specialties'),
    languages: textsAt(details, 'getToKnowMe', 'languages'),
    years_experience: textAt(details, 'about', 'yearsExperience'),
    areas: firstOf(
      listAt(details, 'serviceAreas').map((area) => textAt(area, 'text')),
      AREAS_MAX,
    ),
    sales_last_year: numberAt(details, 'lastYearPastSalesTotal', 'count'),
    sales_known: numberAt(details, 'pastSales', 'total'),
    price_range_last_year: textAt(details, 'lastYearPriceRangeText'),
    homes_for_sale: numberAt(details, 'forSaleListings', 'listingCount'),
    homes_for_rent: numberAt(details, 'forRentListings', 'listingCount'),
    rating: numberAt(user, 'ratings', 'count') === 0 ? null : numberAt(user, 'ratings', 'average'),
    reviews: firstOf(
      reviews.map((review) => ({
        date: textAt(review, 'createDate'),
        rating: numberAt(review, 'rating'),
        work: textAt(review, 'workDescription'),
        text: clipped(textAt(review, 'reviewComment'), 300),
      })),
      REVIEWS_MAX,
    ),
    licenses: listAt(details, 'agentLicenses').map((license) => textAt(license, 'licenseNumber')),
  })
  const what = understood([{ argument: 'agent', words: username, query: { username } }], undefined)
  return answer(what, { total: 1, agent, more: null }, session, 'A', at(body, 'source'))
}

async function homesOf(args: ToolArguments, username: string, session: Session): Promise<Fields> {
  const list = (args.text('list') ?? 'for_sale') as keyof typeof LISTS // the schema allows only these words
  const { path, rows, count } = LISTS[list]
  const { details } = await detailsOf(username, session)
  const encodedZuid = textAt(details, 'displayUser', 'encodedZuid') ?? ''
  const { offset } = placeOf(args)
  const page = Math.floor(offset / PAGE_ROWS) + 1
  const body = await session.ask(path, { encodedZuid, page: String(page) })
  const homeRows = listAt(body, rows)
  const total = numberAt(body, count) ?? 0
  const next = offset + homeRows.length
  const data = {
    total,
    homes: tableOf(homeRows.map(list === 'sold' ? saleRow : listingRow), total),
    more: homeRows.length > 0 && next < total ? cursorFor(args, { offset: next }) : null,
  }
  const words =
    list === 'sold'
      ? 'homes that the agent helped to buy or sell'
      : `homes that the agent lists, ${list.replace('_', ' ')}`
  const what = [
    { argument: 'agent', words: username, query: { encodedZuid } },
    { argument: 'list', words, query: {} },
  ]
  return answer(understood(what, undefined), data, session, 'A', at(body, 'source'))
}

function listingRow(home: unknown): Fields {
  return {
    id: String(numberAt(home, 'zpid')),
    address: joined([textAt(home, 'address', 'line1'), textAt(home, 'address', 'line2')]),
    price: numberAt(home, 'price') || null,
    beds: numberAt(home, 'bedrooms'),
    baths: numberAt(home, 'bathrooms'),
    type: textAt(home, 'home_type'),
    status: textAt(home, 'home_marketing_status'),
    listed_by: textAt(home, 'brokerage_name'),
  }
}

function saleRow(sale: unknown): Fields {
  return {
    id: String(numberAt(sale, 'zpid')),
    address: joined([textAt(sale, 'street_address'), textAt(sale, 'city_state_zipcode')]),
    price: textAt(sale, 'price'),
    sold: textAt(sale, 'sold_date'),
    acted_for: textAt(sale, 'represented'),
  }
}
