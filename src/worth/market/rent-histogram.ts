import { type AnswerOf, each, listOf, number, object, whole } from '../../kit/answers/index.ts'

/** Easily readable widths of a bar, in dollars. */
const WIDTHS = [25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000]

/** Fewer homes give fewer bars. */
function maxBars(homes: number): number {
  return Math.min(30, Math.max(5, Math.ceil(2 * Math.sqrt(homes))))
}

/** The last bar contains the highest two percent of rents, which would otherwise flatten all other bars. */
const DRAWN_SHARE = 0.98

export const RENT_HISTOGRAM = object({
  ...each(number('Dollars; 0 if there are no rents.'), 'minPrice', 'maxPrice'),
  priceAndCount: listOf(
    object({ price: number('Lower edge of the bar, dollars.'), count: whole() }),
    'The last bar includes all higher rents.',
  ),
})

/** All bars from the first to the last, including empty bars. */
export type RentHistogram = AnswerOf<typeof RENT_HISTOGRAM>

export function rentHistogram(rents: readonly number[]): RentHistogram {
  const sorted = Float64Array.from(rents).sort() // A comparison function would take five times as long.
  const [minPrice, maxPrice] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  if (sorted.length === 0) return { minPrice, maxPrice, priceAndCount: [] }
  const highest = sorted[Math.ceil(sorted.length * DRAWN_SHARE) - 1] ?? maxPrice
  const bars = maxBars(sorted.length)
  const fits = (width: number) => barOf(highest, width) - barOf(minPrice, width) < bars
  const width = WIDTHS.find(fits) ?? widest(highest, bars)
  const first = barOf(minPrice, width)
  const counts = Array.from({ length: barOf(highest, width) - first + 1 }, () => 0)
  for (const rent of sorted) {
    const bar = Math.min(counts.length - 1, barOf(rent, width) - first)
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return { minPrice, maxPrice, priceAndCount: counts.map((count, bar) => ({ price: (first + bar) * width, count })) }
}

function barOf(rent: number, width: number): number {
  return Math.floor(rent / width)
}

/** Returns a bar width for implausibly high rents: a multiple of the widest of `WIDTHS`. */
function widest(highest: number, bars: number): number {
  const last = WIDTHS.at(-1) ?? 1
  return Math.ceil(highest / bars / last + 1) * last
}
