import { DAY_MS } from '../../../kit/base/clock.ts'
import type { Home, TaxYear } from '../../../model/home.ts'
import { midYear } from '../tax-history.ts'
import type { ChartLine, ChartMonth } from './chart-months.ts'
import { THIS_HOME } from './home-line.ts'

/** Returns one point per year, in the middle of the year: the assessed value or the tax paid. */
export function taxLine(home: Home, figure: 'assessedValue' | 'taxPaid', months: readonly ChartMonth[]): ChartLine {
  const points = home.taxes.flatMap((year) => pointOf(year, year[figure], months))
  const source = points.length > 0 ? `tax records (${home.source})` : 'no tax records are known'
  return { name: THIS_HOME, source, points }
}

function pointOf({ year }: TaxYear, y: number | undefined, months: readonly ChartMonth[]) {
  const x = midYear(year)
  const [from, to] = [months[0]?.firstDay ?? 0, months.at(-1)?.lastDay ?? 0]
  return y !== undefined && x >= from * DAY_MS && x <= to * DAY_MS ? [{ x, y }] : []
}
