import { detailArgument, input, textArgument, wordArgument } from '../arguments.ts'
import { locationsOf, requirePlaces, understood } from '../constraints.ts'
import { at, type Fields, isFields, listAt, numberAt, textAt } from '../json.ts'
import { tableOf } from '../rows.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'

const HOME_TYPES: Readonly<Record<string, string>> = { all: 'All_Homes', house: 'Single_Family', condo: 'Condo' }
const KINDS: Readonly<Record<string, string>> = { prices: 'Price', rents: 'Rent' }
const MONTHS = { concise: 12, full: 120 } as const
const AREAS_MAX = 50

export const MARKET_PLACE = textArgument('City with state, ZIP code, neighborhood, county, metro, state or USA.', 200)

export const market: Tool = {
  name: 'market',
  title: 'Housing market of a place',
  description:
    'Sales market of a place: typical value, inventory, new listings, median list and sale price, days to contract, sales over and under asking price, and monthly home values with the number of values or sales behind them. An unknown figure is null, with the reason. 1 credit, and 1 for estimate_quality. For rents use rents.',
  area: 'A',
  input: input(
    {
      place: MARKET_PLACE,
      home_type: wordArgument(Object.keys(HOME_TYPES), 'Default all; land is never counted.'),
      detail: detailArgument('full: 120 months instead of 12, and neighborhoods.'),
      estimate_quality: wordArgument(
        Object.keys(KINDS),
        "Error of Plat's own estimates in this place, tested on held-back sales.",
      ),
    },
    ['place'],
  ),
  output: output(
    {
      place: { type: 'string' },
      summary: { type: ['string', 'null'] },
      figures: TABLE,
      months: TABLE,
      neighborhoods: TABLE,
      estimate_quality: {
        type: 'object',
        description:
          'In percent. Held-back homes, median error, share within 10 % of the price, and in the 80 % range.',
      },
    },
    ['place', 'figures', 'months'],
  ),
  async run(args, session) {
    const place = args.text('place') ?? ''
    const detail = args.text('detail') === 'full' ? 'full' : 'concise'
    const type = args.text('home_type') ?? 'all'
    const query = {
      search_query: place,
      home_type: HOME_TYPES[type] ?? 'All_Homes',
      ...(detail === 'full' && { exclude_neighborhoods_zhvi: 'false' }),
    }
    const body = await session.ask('/housing_market', query)
    const [name = place] = requirePlaces(locationsOf(body))
    const kind = args.text('estimate_quality')
    const tested = kind && (await session.ask('/valuation/backtest', testOf(place, kind)))
    const what = understood(
      [
        { argument: 'place', words: name, query: { search_query: place } },
        {
          argument: 'home_type',
          words: type === 'all' ? 'all types of home' : type,
          query: { home_type: query.home_type },
        },
        ...(kind ? [{ argument: 'estimate_quality', words: `estimates of ${kind}`, query: testOf(place, kind) }] : []),
      ],
      undefined,
      listAt(body, 'warnings'),
    )
    const months = listAt(body, 'market_analytics', 'zhviRange')
    const areas = listAt(body, 'market_analytics', 'neighborhoods_zhvi')
    const data = {
      place: name,
      summary: textAt(body, 'market_overview', 'description'),
      figures: figuresOf(at(body, 'market_overview'), at(body, 'figure_sources')),
      months: tableOf(
        months.slice(0, MONTHS[detail]).map((month) => ({
          month_to: textAt(month, 'timePeriodEnd'),
          typical_value: numberAt(month, 'dataValue'),
          homes: numberAt(month, 'homes'),
        })),
        months.length,
      ),
      ...(areas.length > 0 && {
        neighborhoods: tableOf(areas.slice(0, AREAS_MAX).filter(isFields).map(plainFields), areas.length),
      }),
      ...(tested && { estimate_quality: qualityOf(tested) }),
    }
    return answer(what, data, session, 'A', at(body, 'source'))
  },
}

function testOf(place: string, kind: string) {
  return { search_query: place, kind: KINDS[kind] ?? 'Price' }
}

function qualityOf(body: unknown) {
  const figures = at(body, 'figures')
  if (!isFields(figures)) return { homes: 0, why: textAt(body, 'why') }
  return {
    homes: numberAt(figures, 'sales'),
    from: textAt(figures, 'firstDay'),
    to: textAt(figures, 'lastDay'),
    median_error: numberAt(figures, 'medianErrorPercent'),
    within_10: numberAt(figures, 'within10Percent'),
    in_range_80: numberAt(figures, 'coverage', 'of80'),
  }
}

/** Returns market figures with the data that they are based on. Unknown figures are null, with the reason in `why`. */
export function figuresOf(figures: unknown, sources: unknown) {
  const names = isFields(sources) ? Object.keys(sources) : []
  const rows = names
    .filter((name) => isFields(figures) && Object.hasOwn(figures, name))
    .map((name) => {
      const source = at(sources, name)
      return {
        figure: name,
        value: numberAt(figures, name),
        basis: textAt(source, 'basis'),
        from: textAt(source, 'from'),
        to: textAt(source, 'date'),
        homes: numberAt(source, 'homes'),
        why: textAt(source, 'why'),
      }
    })
  return tableOf(rows)
}

function plainFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value !== 'object'))
}
