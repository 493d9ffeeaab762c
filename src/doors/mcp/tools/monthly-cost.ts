import { grouped } from '../../../kit/base/figures.ts'
import { INSURANCE_SHARE, monthlyPerDollar } from '../../../model/monthly-cost.ts'
import { type ArgumentSchema, input, numberArgument, type ToolArguments, wholeArgument } from '../arguments.ts'
import { type Constraint, understood } from '../constraints.ts'
import { factsOf, isRental } from '../home-facts.ts'
import { at, dayAt, type Fields, listAt, numberAt, textAt } from '../json.ts'
import { Refusal } from '../refusal.ts'
import { tableOf } from '../rows.ts'
import type { Session } from '../session.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'
import { WHICH, whichHome } from '../which-home.ts'
import { documentOf } from './home-details.ts'

const YEARS = 30
const DOWN_PERCENT = 20

/** Down payments below this percentage of the price require mortgage insurance. */
const UNINSURED_PERCENT = 20

function dollars(description: string): ArgumentSchema {
  return numberArgument([0, 1e9], description)
}

export const monthlyCost: Tool = {
  name: 'monthly_cost',
  title: 'Monthly cost of buying',
  description:
    'Monthly cost of buying, with the source of each part: principal and interest at the current mortgage rate, property tax, insurance, dues; and unknown parts. For a home (id or address), a price, or both. Rates do not depend on credit score or lender. 1 credit with a price alone, 2 with a home.',
  area: 'A',
  input: input({
    ...WHICH,
    price: dollars('Dollars; default the home’s price.'),
    down_payment_percent: numberArgument([0, 100, DOWN_PERCENT], 'Percent of the price; default 20.'),
    years: wholeArgument([1, 40, YEARS], 'Term of the loan: 15 or 30.'),
    rate: numberArgument([0, 30], 'Percent a year, instead of the current rate.'),
    yearly_tax: dollars('Instead of the last known tax.'),
    yearly_insurance: dollars('Instead of an estimate.'),
    monthly_dues: dollars('Instead of the known dues.'),
  }),
  output: output(
    {
      home: { type: 'object' },
      price: { type: 'number' },
      loan: { type: 'object' },
      parts: TABLE,
      monthly_total: { type: 'integer', description: 'Sum of the known parts.' },
      not_known: { type: 'array', items: { type: 'string' } },
    },
    ['price', 'loan', 'parts', 'monthly_total', 'not_known'],
  ),
  async run(args, session) {
    const isOfHome = args.has('id') || args.has('address')
    if (!isOfHome && !args.has('price')) throw new Refusal('Give a home (id or address), a price, or both.')
    const which = isOfHome ? [whichHome(args)] : []
    const { body, home } = which[0] ? await documentOf(which[0], session) : { body: {}, home: undefined }
    const price = args.number('price') ?? priceOf(home)
    const loan = await loanOf(price, args, session)
    const parts = [loan.part, ...besides(price, home, args)]
    const amounts = parts.flatMap(({ monthly }) => monthly ?? [])
    const data = {
      ...(home && { home: { id: String(numberAt(home, 'zpid')), ...shownHome(home) } }),
      price,
      loan: loan.terms,
      parts: tableOf(parts.map((each) => ({ ...each, monthly: each.monthly && Math.round(each.monthly) }))),
      monthly_total: Math.round(amounts.reduce((sum, each) => sum + each, 0)),
      not_known: [
        ...parts.filter(({ monthly }) => monthly === null).map(({ part, from }) => `${part}: ${from}`),
        ...(loan.terms.down_payment_percent < UNINSURED_PERCENT
          ? [`mortgage insurance: lenders require it below ${UNINSURED_PERCENT} % down`]
          : []),
      ],
    }
    const source = at(body, 'source') ?? loan.source
    return answer(understood([...which, ...constraintsOf(args)], undefined), data, session, 'A', source)
  },
}

function shownHome(home: Fields): Fields {
  const { address, status } = factsOf(home, 'concise')
  return { address, status }
}

function constraintsOf(args: ToolArguments): Constraint[] {
  const names = ['price', 'down_payment_percent', 'years', 'rate', 'yearly_tax', 'yearly_insurance', 'monthly_dues']
  return names
    .filter((name) => args.has(name))
    .map((name) => ({ argument: name, words: String(args.number(name)), query: {} }))
}

/** Returns the asking price or the last sale price. Throws a Refusal for a rental, or if no price is known. */
function priceOf(home: Fields | undefined): number {
  const price = numberAt(home, 'price')
  if (home === undefined || price === null || isRental(home))
    throw new Refusal('The home is not for sale, or its price is unknown: give price.')
  return price
}

/** One part of the cost. `monthly` is in dollars, not rounded; it is null if unknown, with the reason in `from`. */
interface CostPart {
  readonly part: string
  readonly monthly: number | null
  readonly from: string
}

async function loanOf(price: number, args: ToolArguments, session: Session) {
  const [percent, years] = [args.number('down_payment_percent') ?? DOWN_PERCENT, args.number('years') ?? YEARS]
  const down = (price * percent) / 100
  const { rate, from, source } = await rateOf(years, args, session)
  const part: CostPart = {
    part: 'principal and interest',
    monthly: (price - down) * monthlyPerDollar(rate, 12 * years),
    from: `a loan of $${grouped(Math.round(price - down))} over ${years} years at ${rate} % a year: ${from}`,
  }
  const terms = { amount: Math.round(price - down), down_payment: Math.round(down), down_payment_percent: percent }
  return { part, source, terms: { ...terms, years, rate } }
}

/** Returns the interest rate from the arguments, or the current rate for fixed loans of this term. */
async function rateOf(
  years: number,
  args: ToolArguments,
  session: Session,
): Promise<{ rate: number; from: string; source?: unknown }> {
  const own = args.number('rate')
  if (own !== undefined) return { rate: own, from: 'the rate that you gave' }
  const rates = await session.ask('/current_mortgage_rates', {})
  const product = `${years}_Year_Fixed_Conforming`
  const current = rates[product]
  const rate = Number(textAt(current, 'rate') ?? Number.NaN)
  const source = textAt(current, 'rateSource')
  if (Number.isFinite(rate)) return { rate, from: `${product} of ${textAt(current, 'datePriced')}, ${source}`, source }
  const products = Object.keys(rates).join(', ') || 'none'
  throw new Refusal(
    `No current rate is known for ${years} years: give rate, or the years of a known rate: ${products}.`,
  )
}

/** Returns tax, insurance and dues. Amounts in the arguments replace the home's own amounts. */
function besides(price: number, home: Fields | undefined, args: ToolArguments): readonly CostPart[] {
  const taxed = listAt(home, 'taxHistory').find((year) => numberAt(year, 'taxPaid') !== null)
  const insured = home ? numberAt(home, 'annualHomeownersInsurance') || null : price * INSURANCE_SHARE
  const of = home ? 'the value of the home' : 'the price'
  const share = `${(100 * INSURANCE_SHARE).toFixed(2)} % of ${of} a year, about the US median: no quote`
  const paid = `tax paid in ${dayAt(taxed, 'time')?.slice(0, 4)}: a sale may change it`
  return [
    partOf('property tax', 'yearly_tax', 12, args, numberAt(taxed, 'taxPaid'), paid),
    partOf('insurance', 'yearly_insurance', 12, args, insured, share),
    partOf('dues', 'monthly_dues', 1, args, numberAt(home, 'monthlyHoaFee'), 'association dues'),
  ]
}

function partOf(
  part: string,
  name: string,
  months: number,
  args: ToolArguments,
  known: number | null,
  from: string,
): CostPart {
  const own = args.number(name)
  if (own !== undefined) return { part, monthly: own / months, from: `${name} given` }
  return known === null
    ? { part, monthly: null, from: `not known: give ${name}` }
    : { part, monthly: known / months, from }
}
