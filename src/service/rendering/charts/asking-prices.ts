import { dayNumber, startOfDay } from '../../../kit/base/clock.ts'
import type { HistoryEvent, Home } from '../../../model/home.ts'
import { MAX_SILENT_DAYS } from '../../../model/listing-runs.ts'
import { isOnMarket } from '../listing-flags.ts'
import { type ChartLine, type ChartMonth, monthlyPoints } from './chart-months.ts'
import { THIS_HOME } from './home-line.ts'

/** Returns the asking price in each month in which the home was for sale. */
export function askingPriceLine(home: Home, months: readonly ChartMonth[]): ChartLine {
  const events = home.history.filter(({ rental }) => rental !== true)
  const thisMonth = months.at(-1)
  const today = currentAskingPrice(home)
  const points = monthlyPoints(months, (month) =>
    month === thisMonth && today !== undefined ? today : askingPriceIn(events, month),
  )
  const source = points.length > 0 ? `listings (${home.source})` : 'no listings for sale are known'
  return { name: THIS_HOME, source, points }
}

function currentAskingPrice({ listing }: Home): number | undefined {
  return listing?.kind === 'sale' && isOnMarket(listing) ? listing.listPrice : undefined
}

/** Returns the last asking price within the month. Ignores events after it. */
function askingPriceIn(events: readonly HistoryEvent[], { firstDay, lastDay }: ChartMonth): number | undefined {
  let askingPrice: number | undefined
  let untilDay = Number.NEGATIVE_INFINITY
  for (const { date, event, price } of events) {
    const day = dayNumber(startOfDay(date))
    if (Number.isNaN(day) || day > lastDay) continue
    const ended = event === 'Sold' || event === 'Listing removed'
    if (event === 'Listed for sale' || (!ended && price !== undefined)) askingPrice = price
    untilDay = ended ? Math.min(day, untilDay) : day + MAX_SILENT_DAYS
  }
  return untilDay >= firstDay ? askingPrice : undefined
}
