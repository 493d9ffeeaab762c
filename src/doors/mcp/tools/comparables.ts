import { input, wholeArgument } from '../arguments.ts'
import { understood } from '../constraints.ts'
import { factsOf, isRental } from '../home-facts.ts'
import { miniRow } from '../home-row.ts'
import { firstValue, valueRows } from '../home-value.ts'
import { at, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { tableOf } from '../rows.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'
import { changesOf, WHAT_IF, whatIfOf } from '../what-if.ts'
import { WHICH, whichHome } from '../which-home.ts'
import { documentOf } from './home-details.ts'

export const comparables: Tool = {
  name: 'comparables_and_value',
  title: 'Comparable sales and value',
  description:
    'Value of a home and its range: as its source publishes it, otherwise Plat’s estimate, otherwise by comparable sales; the value of each, and warnings if they disagree. Also similar homes sold nearby in the last year with distance, date, price, price adjusted to this home and day, and weight; and the asking price or rent. 2 credits. what_if (1 more): value of the same home with other facts, and facts without effect. The difference is not what renovation costs or gains.',
  area: 'A',
  input: input({
    ...WHICH,
    limit: wholeArgument([1, 15, 8], 'Maximum sales.'),
    ...WHAT_IF,
  }),
  output: output(
    {
      home: { type: 'object' },
      value: { type: ['number', 'null'] },
      value_by: { type: 'string' },
      value_range: { type: 'array' },
      range_by: { type: 'string' },
      values: TABLE,
      warnings: { type: 'array' },
      value_day: { type: 'string', description: 'Today, or the day of the newest sales if they are old.' },
      total: { type: 'integer' },
      comparables: TABLE,
      what_if: { type: 'object' },
      note: { type: 'string' },
    },
    ['home', 'value', 'values', 'warnings', 'value_day', 'total', 'comparables'],
  ),
  async run(args, session) {
    const which = whichHome(args)
    const changes = changesOf(args)
    const { home } = await documentOf(which, session)
    const { id, address, status, price, beds, baths, sqft } = factsOf(home, 'concise')
    const zpid = String(id)
    const body = await session.ask('/comparable_homes', { byzpid: zpid })
    const imagined = changes && (await session.ask('/valuation/what_if', { byzpid: zpid, ...changes.query }))
    const valuation = at(body, 'valuation')
    const sales = listAt(body, 'comparable_homes')
    const rows = sales.slice(0, args.number('limit') ?? 8).map((sale) => ({
      ...miniRow(at(sale, 'property')),
      beds: bedsOf(sale),
      sold: textAt(sale, 'comparison', 'soldDate'),
      miles: numberAt(sale, 'comparison', 'distanceMiles'),
      adjusted_price: numberAt(sale, 'comparison', 'adjustedPrice'),
      weight: numberAt(sale, 'comparison', 'weight'),
    }))
    const data = {
      home: {
        id: zpid,
        address,
        status,
        ...(isRental(home) ? { monthly_rent: price ?? null } : { asking_or_sale_price: price ?? null }),
        beds: beds ?? null,
        baths: baths ?? null,
        sqft: sqft ?? null,
      },
      value: null,
      ...firstValue(valuation),
      values: tableOf(valueRows(valuation)),
      warnings: textsAt(valuation, 'disagreements'),
      value_day: textAt(valuation, 'asOf'),
      total: sales.length,
      comparables: tableOf(rows, sales.length),
      ...(imagined && { what_if: whatIfOf(imagined) }),
      ...(sales.length === 0 && { note: 'Too few homes were sold nearby in the last year for a value by sales.' }),
    }
    const what = changes === undefined ? [which] : [which, changes]
    return answer(understood(what, undefined), data, session, 'A', at(body, 'source'))
  },
}

/**
 * Returns the number of bedrooms; null if unknown. If the number is unknown, the operation returns 0 bedrooms and no
 * difference in bedrooms.
 */
function bedsOf(sale: unknown): number | null {
  const count = numberAt(sale, 'property', 'bedrooms')
  return count === 0 && numberAt(sale, 'comparison', 'differences', 'bedrooms') === null ? null : count
}
