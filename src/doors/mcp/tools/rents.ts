import { flagArgument, input, wholeArgument, wordArgument } from '../arguments.ts'
import { locationsOf, requirePlaces, understood } from '../constraints.ts'
import { at, listAt, numberAt, textAt } from '../json.ts'
import { tableOf } from '../rows.ts'
import type { Table } from '../text.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'
import { figuresOf, MARKET_PLACE } from './market.ts'

const BEDROOMS = ['Studio', '1_Bedroom', '2_Bedroom', '3_Bedroom', '4_Bedroom_Plus']
const HOME_TYPES: Readonly<Record<string, string>> = {
  all: 'All_Property_Types',
  houses: 'Houses',
  apartments_and_condos: 'Apartments_and_Condos',
  townhomes: 'Townhomes',
}

const ZIPCODES_MAX = 100

export const rents: Tool = {
  name: 'rents',
  title: 'Rental market of a place',
  description:
    'Rents of a place: median rent, number of listings, change in dollars over a month and a year, market temperature, distribution of rents, and medians by month; by bedrooms and type. An unknown figure is null, with the reason. 1 credit. For sale prices use market.',
  area: 'A',
  input: input(
    {
      place: MARKET_PLACE,
      bedrooms: wholeArgument([0, 4], 'Exact number; 0 is a studio, 4 means 4 or more. Default all.'),
      home_type: wordArgument(Object.keys(HOME_TYPES), 'Default all.'),
      by_zipcode: flagArgument('true: also each ZIP code in the city, with its changes.'),
    },
    ['place'],
  ),
  output: output(
    {
      place: { type: 'string' },
      temperature: { type: ['string', 'null'] },
      figures: TABLE,
      country: { type: 'object' },
      histogram: TABLE,
      months: TABLE,
      nearby: TABLE,
      zipcodes: TABLE,
    },
    ['place', 'figures'],
  ),
  async run(args, session) {
    const place = args.text('place') ?? ''
    const bedrooms = args.number('bedrooms')
    const type = args.text('home_type') ?? 'all'
    const count = bedrooms === undefined ? 'All_Bedrooms' : (BEDROOMS[bedrooms] ?? 'All_Bedrooms')
    const query = { search_query: place, home_type: HOME_TYPES[type] ?? 'All_Property_Types', bedrooom_type: count }
    const zips = args.flag('by_zipcode') ? { zipcode_rents: 'true' } : {}
    const body = await session.ask('/rental_market', { ...query, ...zips })
    const [name = place] = requirePlaces(locationsOf(body))
    const what = understood(
      [
        { argument: 'place', words: name, query: { search_query: place } },
        { argument: 'bedrooms', words: count.replaceAll('_', ' '), query: { bedrooom_type: count } },
        { argument: 'home_type', words: type, query: { home_type: query.home_type } },
        ...(args.flag('by_zipcode')
          ? [{ argument: 'by_zipcode', words: 'each ZIP code in the city', query: zips }]
          : []),
      ],
      undefined,
      listAt(body, 'warnings'),
    )
    const trends = at(body, 'rental_market_trends')
    const sources = at(trends, 'figure_sources')
    const over = at(trends, 'medianRentPriceOverTime')
    const months = [...listAt(over, 'prevYear'), ...listAt(over, 'currentYear')]
    const data = {
      place: name,
      temperature:
        textAt(sources, 'marketTemperature', 'basis') === 'none'
          ? null
          : textAt(trends, 'marketTemperature', 'temperature'),
      figures: figuresOf(at(trends, 'summary'), sources),
      country: {
        name: textAt(trends, 'rentCompare', 'areaName'),
        median_rent: numberAt(trends, 'rentCompare', 'medianRent'),
      },
      histogram: tableOf(
        listAt(trends, 'rentHistogram', 'priceAndCount').map((bar) => ({
          rent_from: numberAt(bar, 'price'),
          homes: numberAt(bar, 'count'),
        })),
      ),
      months: tableOf(
        months.map((month) => ({
          month: `${textAt(month, 'month')} ${textAt(month, 'year')}`,
          median_rent: numberAt(month, 'price') || null,
          homes: numberAt(month, 'homes'),
        })),
      ),
      nearby: tableOf(
        listAt(trends, 'nearbyAreaTrends').map((area) => ({
          place: textAt(area, 'areaName'),
          median_rent: numberAt(area, 'medianRent') || null,
          homes: numberAt(area, 'homes'),
        })),
      ),
      ...(args.flag('by_zipcode') && { zipcodes: zipcodesOf(trends) }),
    }
    return answer(what, data, session, 'A', at(body, 'source'))
  },
}

/** Returns ZIP codes, with the most listings first. */
function zipcodesOf(trends: unknown): Table {
  const rows = listAt(trends, 'zipcodesInCity').map((zip) => ({
    zipcode: textAt(zip, 'name'),
    on_offer: numberAt(zip, 'rents', 'availableRentals'),
    median_rent: numberAt(zip, 'rents', 'medianRent'),
    monthly_change: numberAt(zip, 'rents', 'monthlyChange'),
    yearly_change: numberAt(zip, 'rents', 'yearlyChange'),
  }))
  rows.sort((one, other) => (other.on_offer ?? 0) - (one.on_offer ?? 0))
  return tableOf(rows.slice(0, ZIPCODES_MAX), rows.length)
}
