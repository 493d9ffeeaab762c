import { input } from '../arguments.ts'
import { understood } from '../constraints.ts'
import { factsOf, isRental } from '../home-facts.ts'
import { miniRow } from '../home-row.ts'
import { at, listAt, numberAt, textAt } from '../json.ts'
import { tableOf } from '../rows.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'
import { WHICH, whichHome } from '../which-home.ts'
import { documentOf } from './home-details.ts'

export const comparables: Tool = {
  name: 'comparables_and_value',
  title: 'Comparable sales and value',
  description:
    'What a home is worth by homes like it that were sold nearby in the last year: the value, and each sale with its distance, date, price, price adjusted to this home and the day of the value, and weight. Beside it the status, the asking price, or the monthly rent of a rental, and its estimated value with who says so: the source of the data, or Plat, with the range in which the price lies in four cases of five. 2 credits.',
  area: 'A',
  input: input({
    ...WHICH,
    limit: { type: 'integer', minimum: 1, maximum: 15, default: 8, description: 'Sales; 8 if left out.' },
  }),
  output: output(
    {
      home: { type: 'object' },
      value: { type: ['number', 'null'], description: 'Weighted median of the adjusted prices; null without sales.' },
      as_of: {
        type: 'string',
        description: 'Day of the value: today, or that of the newest sales where these are old.',
      },
      total: { type: 'integer' },
      comparables: TABLE,
      note: { type: 'string' },
    },
    ['home', 'value', 'as_of', 'total', 'comparables'],
  ),
  async run(given, session) {
    const which = whichHome(given)
    const { home } = await documentOf(which, session)
    const { id, address, status, price, estimate, estimate_by, estimate_range, beds, baths, sqft } = factsOf(
      home,
      'concise',
    )
    const zpid = String(id)
    const body = await session.ask('A', '/comparable_homes', { byzpid: zpid })
    const sales = listAt(body, 'comparable_homes')
    const rows = sales.slice(0, given.number('limit') ?? 8).map((sale) => ({
      ...miniRow(at(sale, 'property')),
      beds: bedsOf(sale),
      sold: textAt(sale, 'comparison', 'soldDate'),
      miles: numberAt(sale, 'comparison', 'distanceMiles'),
      adjusted_price: numberAt(sale, 'comparison', 'adjustedPrice'),
      weight: numberAt(sale, 'comparison', 'weight'),
    }))
    const value = numberAt(body, 'valuation', 'value')
    const data = {
      home: {
        id: zpid,
        address,
        status,
        ...(isRental(home) ? { monthly_rent: price ?? null } : { asking_or_sale_price: price ?? null }),
        estimate: estimate ?? null,
        estimate_by: estimate_by ?? null,
        estimate_range: estimate_range ?? [],
        beds: beds ?? null,
        baths: baths ?? null,
        sqft: sqft ?? null,
      },
      value,
      as_of: textAt(body, 'valuation', 'asOf'),
      total: sales.length,
      comparables: tableOf(rows, sales.length),
      ...(value === null && { note: 'Too little was sold nearby in the last year to tell a value by sales.' }),
    }
    return answer(understood([which], undefined), data, session, 'A', at(body, 'source'))
  },
}

/** Rows of comparables promise a number and give 0 where nobody counted; then no difference is told. */
function bedsOf(sale: unknown): number | null {
  const count = numberAt(sale, 'property', 'bedrooms')
  return count === 0 && numberAt(sale, 'comparison', 'differences', 'bedrooms') === null ? null : count
}
