import { money, shortMoney } from '../../parts/format.ts'
import { lazy } from '../../parts/lazy.tsx'
import type { MarketAnalytics } from '../../service/answers.ts'

const LineChart = lazy(async () => (await import('../../parts/chart.tsx')).LineChart)

/** A chart of the typical home value. */
export function ValuesOverTime({ place, values }: { place: string; values: MarketAnalytics['zhviRange'] }) {
  const points = values.map(({ timePeriodEnd, dataValue }) => ({ x: Date.parse(timePeriodEnd), y: dataValue }))
  if (points.length < LEAST_POINTS) return null
  return (
    <section>
      <h3>Home values</h3>
      <LineChart label="Typical home value" series={[{ name: place, points }]} format={money} formatAxis={shortMoney} />
    </section>
  )
}

/** The minimum number of points for a line. */
const LEAST_POINTS = 3
