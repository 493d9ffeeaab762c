import { dayNumber, startOfDay } from '../../src/kit/base/clock.ts'
import type { HistoryEvent, Home, HomeType } from '../../src/model/home.ts'

/** Market figures that are counted from homes in a simple way. Answers must be equal. */

const MIN_HOMES = 5

/** A figure, undefined if too little is known, with the number of homes behind it and the day that it is about. */
export interface NaiveFigure {
  readonly value: number | undefined
  readonly homes: number
  readonly day: number
}

interface Attempt {
  readonly home: Home
  readonly listed: number | undefined
  readonly pending: number | undefined
  readonly closed: number | undefined
  readonly asked: number | undefined
  readonly paid: number | undefined
}

/** Splits a history into periods in which the home was offered, from listing to end. */
function attemptsOf(home: Home): Attempt[] {
  const events = home.history.filter(({ rental }) => rental !== true)
  const groups: HistoryEvent[][] = []
  let begins = true
  for (const event of events) {
    if (begins || event.event === 'Listed for sale') groups.push([])
    groups.at(-1)?.push(event)
    begins = event.event === 'Sold' || event.event === 'Listing removed'
  }
  const { status, pendingDate } = home.listing ?? {}
  const isUnderContract = status === 'Pending' || status === 'ActiveUnderContract'
  return groups.map((group, i) => {
    const last = (name: HistoryEvent['event']) => group.findLast(({ event }) => event === name)
    const asking = group.findLast(({ event }) => event !== 'Sold' && event !== 'Listing removed')
    return {
      home,
      listed: dayOfEvent(last('Listed for sale')),
      pending:
        isUnderContract && pendingDate && i === groups.length - 1
          ? dayNumber(startOfDay(pendingDate)) // a home pending immediately may have no pending event in its history
          : dayOfEvent(last('Pending sale')),
      closed: dayOfEvent(last('Sold')),
      asked: asking?.price,
      paid: last('Sold')?.price,
    }
  })
}

function dayOfEvent(event: HistoryEvent | undefined): number | undefined {
  return event && dayNumber(startOfDay(event.date))
}

/** Deeds below this price are gifts, transfers or errors. */
const LEAST_PRICE = 1000

function isSale({ closed, paid }: Attempt): boolean {
  return closed !== undefined && paid !== undefined && paid >= LEAST_PRICE
}

export function naiveSaleFigures(all: readonly Home[], types: readonly HomeType[], today: number) {
  const homes = all.filter(({ homeType }) => types.includes(homeType))
  const attempts = homes.flatMap(attemptsOf)
  const sold = attempts.filter(isSale)
  const priced = sold.filter(({ asked }) => asked !== undefined)
  const underContract = attempts.filter(({ pending, listed }) => pending !== undefined && listed !== undefined)
  const offered = homes
    .filter(({ listing }) => listing?.kind === 'sale' && listing.status === 'Active')
    .map(({ listing }) => listing?.listPrice ?? 0)
  const listed = attempts.filter((attempt) => attempt.listed !== undefined)
  const fresh = listed.filter(({ home, listed: day = 0 }) => {
    const isComing = home.listing?.status === 'ComingSoon' && dayNumber(home.listing.onMarketMs ?? 0) === day
    return !isComing && day > today - 30 && day <= today
  })
  return {
    for_sale_inventory: { value: offered.length, homes: offered.length, day: today },
    new_listings: { value: fresh.length, homes: fresh.length, day: today },
    median_list_price:
      offered.length >= MIN_HOMES
        ? { value: Math.round(median(offered)), homes: offered.length, day: today }
        : recent(
            listed,
            ({ listed: day = 0 }) => day,
            ({ asked = 0 }) => asked,
            median,
            0,
            today,
          ),
    median_sale_price: recent(sold, closedOn, ({ paid = 0 }) => paid, median, 0, today),
    market_saletolist_ratio: recent(priced, closedOn, ratio, median, 4, today),
    percent_ofsales_over_list_price: recent(priced, closedOn, (sale) => (ratio(sale) > 1 ? 1 : 0), average, 4, today),
    percent_ofsales_under_list_price: recent(priced, closedOn, (sale) => (ratio(sale) < 1 ? 1 : 0), average, 4, today),
    median_days_to_pending: recent(
      underContract,
      ({ pending = 0 }) => pending,
      ({ pending = 0, listed: day = 0 }) => pending - day,
      median,
      1,
      today,
    ),
  }
}

function ratio({ paid = 0, asked = 1 }: Attempt): number {
  return paid / asked
}

function closedOn({ closed = 0 }: Attempt): number {
  return closed
}

interface Offer {
  readonly listed: number
  readonly rent: number
  readonly available: boolean
}

export function naiveRents(
  all: readonly Home[],
  types: readonly HomeType[],
  bedrooms: (count: number) => boolean,
  today: number,
) {
  const homes = all.filter(
    ({ homeType, facts, listing }) =>
      types.includes(homeType) && bedrooms(facts.bedroomsTotal ?? -1) && listing?.lease?.space !== 'room',
  )
  const offers = homes.flatMap(offersOf)
  const onOffer = offers.filter((offer) => offer.available)
  const available = onOffer.map(({ rent }) => rent)
  const byMonth = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const [month, inMonth] of Map.groupBy(offers, ({ listed }) => monthText(listed))) {
    if (inMonth.length >= MIN_HOMES) byMonth.set(month, Math.round(median(inMonth.map(({ rent }) => rent))))
    counts.set(month, inMonth.length)
  }
  return {
    available,
    daysOffered:
      onOffer.length < MIN_HOMES ? undefined : median(onOffer.map(({ listed }) => Math.max(0, today - listed))),
    medianRent:
      available.length >= MIN_HOMES
        ? { value: Math.round(median(available)), homes: available.length, day: today }
        : recent(
            offers,
            ({ listed }) => listed,
            ({ rent }) => rent,
            median,
            0,
            today,
          ),
    byMonth,
    counts,
  }
}

/**
 * Returns how the last month differs from an earlier month. Undefined if either has fewer than fifteen homes. Published
 * rents have no counts.
 */
export function naiveChange(
  byMonth: ReadonlyMap<string, number>,
  counts: ReadonlyMap<string, number> | undefined,
  span: number,
): number | undefined {
  const last = [...byMonth.keys()].sort().at(-1)
  if (last === undefined) return undefined
  const before = monthText(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5)) - 1 - span, 1) / 86_400_000)
  const [now, then] = [byMonth.get(last), byMonth.get(before)]
  if (now === undefined || then === undefined) return undefined
  return counts && Math.min(counts.get(last) ?? 0, counts.get(before) ?? 0) < 15 ? undefined : now - then
}

function offersOf({ history, listing }: Home): Offer[] {
  const events = history.filter(({ rental, price }) => rental === true && price !== undefined)
  return events.flatMap((event, i) => {
    if (event.event !== 'Listed for rent') return []
    const end = events.findIndex(({ event: name }, j) => j > i && name === 'Listed for rent')
    const changes = events.slice(i, end < 0 ? undefined : end).filter(({ event: name }) => name !== 'Listing removed')
    const isCurrent = end < 0 && listing?.kind === 'lease' && listing.status === 'Active'
    return [{ listed: dayNumber(startOfDay(event.date)), rent: changes.at(-1)?.price ?? 0, available: isCurrent }]
  })
}

/** Formats a month as `2026-05`. */
function monthText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 7)
}

/** Rounds a logarithm as catalogs do, which can change a mean by a dollar. */
function storedLog(value: number): number {
  return Math.round(Math.log(value) * FRACTIONS) / FRACTIONS
}

const FRACTIONS = 2 ** 26

/**
 * Returns the geometric mean of the estimates, and its change in each month. A month counts the homes with estimates in
 * that month or in the two months before.
 */
export function naiveValues(all: readonly Home[], types: readonly HomeType[], today: number) {
  const homes = all.filter(({ homeType, estimate }) => types.includes(homeType) && estimate?.value !== undefined)
  if (homes.length < MIN_HOMES) return undefined
  const now = Math.exp(average(homes.map(({ estimate }) => storedLog(estimate?.value ?? 1))))
  const shares = homes.flatMap((home) => {
    const worth = home.estimate?.value ?? 1
    const estimates = (home.estimate?.history ?? []).map(([month, value]) => ({ month, share: value / worth }))
    const sales = attemptsOf(home).flatMap(({ closed, paid }) =>
      closed === undefined || paid === undefined ? [] : [{ month: monthText(closed), share: paid / worth }],
    )
    return [...estimates, ...sales].filter(({ share }) => share >= 0.1 && share <= 10)
  })
  const thisMonth = new Date(today * 86_400_000)
  const points: { timePeriodEnd: string; dataValue: number; homes: number }[] = []
  for (let before = 1; before <= 120; before++) {
    const start = (back: number) =>
      new Date(Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() - back, 1)).toISOString().slice(0, 7)
    const months = new Set([start(before), start(before + 1), start(before + 2)])
    const inBoth = shares.filter(({ month }) => months.has(month))
    if (inBoth.length < MIN_HOMES) continue
    const end = new Date(Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() - before + 1, 0))
    const change = Math.exp(average(inBoth.map(({ share }) => storedLog(share))))
    const timePeriodEnd = end.toISOString().slice(0, 10)
    points.push({ timePeriodEnd, dataValue: Math.round(now * change), homes: inBoth.length })
  }
  return { now: Math.round(now), homes: homes.length, points }
}

/** Returns the median prices of months with enough sales, newest first, for the ten years up to last month. */
export function naiveMonthlyPrices(all: readonly Home[], types: readonly HomeType[], today: number) {
  const sales = all
    .filter(({ homeType }) => types.includes(homeType))
    .flatMap(attemptsOf)
    .filter(isSale)
  const thisMonth = monthText(today)
  const tenYearsAgo = `${Number(thisMonth.slice(0, 4)) - 10}${thisMonth.slice(4)}`
  return [...Map.groupBy(sales, ({ closed = 0 }) => monthText(closed))]
    .filter(([month, { length }]) => length >= MIN_HOMES && month >= tenYearsAgo && month < thisMonth)
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, sold]) => {
      const end = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
      return {
        timePeriodEnd: end.toISOString().slice(0, 10),
        dataValue: Math.round(median(sold.map(({ paid = 0 }) => paid))),
        homes: sold.length,
      }
    })
}

/**
 * Returns the value of the last 90 days. With too few homes, returns the value of the last year, or else of the year
 * that ends with the latest home.
 */
function recent<T>(
  all: readonly T[],
  dayOf: (each: T) => number,
  amountOf: (each: T) => number,
  summary: (values: readonly number[]) => number,
  decimals: number,
  today: number,
): NaiveFigure {
  const past = all.filter((each) => dayOf(each) <= today)
  const last = Math.max(...past.map(dayOf))
  const spans = [
    past.filter((each) => dayOf(each) > today - 90),
    past.filter((each) => dayOf(each) > today - 365),
    past.filter((each) => dayOf(each) > last - 365),
  ]
  const at = spans.findIndex(({ length }) => length >= MIN_HOMES)
  const span = spans[at]
  if (span === undefined) return { value: undefined, homes: 0, day: today }
  const value = Math.round(summary(span.map(amountOf)) * 10 ** decimals) / 10 ** decimals
  return { value, homes: span.length, day: at === 2 ? last : today }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)]
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
