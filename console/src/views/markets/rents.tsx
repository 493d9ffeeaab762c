import { count, money, percent } from '../../parts/format.ts'
import { lazy } from '../../parts/lazy.tsx'
import type { MonthRent, RentTrends } from '../../service/answers.ts'
import { SourcedFigure } from './figure.tsx'

const LineChart = lazy(async () => (await import('../../parts/chart.tsx')).LineChart)

/** Shows the rents of a place, their changes and their distribution. */
export function Rents({ rents }: { rents: RentTrends }) {
  const { summary, marketTemperature, rentCompare, rentHistogram, medianRentPriceOverTime: months } = rents
  const from = rents.figure_sources
  const series = [
    { name: 'This year', points: pointsOf(months.currentYear, 0) },
    { name: 'The year before', points: pointsOf(months.prevYear, 1) },
  ]
  return (
    <section>
      <h3>Rents</h3>
      <dl class="figures">
        <SourcedFigure name="Median rent" value={money(summary.medianRent)} from={from.medianRent} />
        <SourcedFigure name="Change in a month" value={change(summary.monthlyChange)} from={from.monthlyChange} />
        <SourcedFigure name="Change in a year" value={change(summary.yearlyChange)} from={from.yearlyChange} />
        <SourcedFigure name="Rentals" value={count(summary.availableRentals)} from={from.availableRentals} />
        <SourcedFigure name="Market" value={marketTemperature.temperature ?? '–'} from={from.marketTemperature} />
        <SourcedFigure name={rentCompare.areaName} value={money(rentCompare.medianRent)} from={from.rentCompare} />
      </dl>
      {series.some(({ points }) => points.length > 1) && (
        <LineChart label="Median rent by month" series={series} format={money} />
      )}
      {rentHistogram.priceAndCount.length > 1 && <Histogram bars={rentHistogram.priceAndCount} />}
    </section>
  )
}

/** Formats a difference in dollars. */
function change(dollars: number | null): string {
  if (dollars === null) return '–'
  return `${dollars > 0 ? '+' : ''}${money(dollars)}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the points of a year, shifted by `yearsOn` years. Two years can then share one axis. */
function pointsOf(months: readonly MonthRent[], yearsOn: number) {
  return months.map(({ month, year, price }) => {
    return { x: Date.UTC(Number(year) + yearsOn, MONTHS.indexOf(month), 1), y: price }
  })
}

function Histogram({ bars }: { bars: RentTrends['rentHistogram']['priceAndCount'] }) {
  const most = Math.max(...bars.map((bar) => bar.count))
  const total = bars.reduce((sum, bar) => sum + bar.count, 0)
  return (
    <figure class="bars">
      <figcaption class="quiet">Rentals by rent</figcaption>
      <ol>
        {bars.map((bar) => (
          <li key={bar.price}>
            <span>{money(bar.price)}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(bar.count / most) * 100} height="10" />
            </svg>
            <span>
              {count(bar.count)} <span class="quiet">{percent(bar.count / total, 0)}</span>
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
