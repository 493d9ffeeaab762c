import { DAY_MS, dayNumber, dayOf, firstDayOfMonth, monthNumber } from '../kit/base/clock.ts'
import type { Estimate, Home, HomeFacts, Listing, OpenHouse, Photo } from './home.ts'
import { dayNumberOf } from './home-columns.ts'
import { listingOn, listingRuns } from './listing-runs.ts'
import { shownHome, withheldHome } from './shown-home.ts'

/** A monthly value is used until this many days after the end of its month. */
const MAX_VALUE_AGE_DAYS = 120

/**
 * Returns a home as it was known at the end of a day (a day number). The listing comes from `listingRuns`. Includes
 * events up to the day, taxes of years that were half over, and values of complete months. Address and facts are
 * undated, so today's are used. Leaves out page views, and construction after the day.
 */
export function homeAsOf(home: Home, day: number, runs = listingRuns(home)): Home {
  const { listing: _, interest: __, owner: ___, estimate, toldMs, facts, history, taxes, recorded, ...undated } = home
  const events = recorded?.filter((event) => (dayNumberOf(event.day) ?? Number.POSITIVE_INFINITY) <= day) ?? []
  const listing = listingOn(runs, day)
  const published = estimateBy(estimate, day)
  return {
    ...undated,
    facts: factsBy(facts, Number(dayOf(day * DAY_MS).slice(0, 4))),
    ...(listing && { listing: withPartsBy(listing, day) }),
    history: history.filter(({ date }) => (dayNumberOf(date) ?? Number.POSITIVE_INFINITY) <= day),
    taxes: taxes.filter(({ year }) => taxDay(year) <= day),
    ...(events.length > 0 && { recorded: events }),
    ...(published && { estimate: published }),
    ...(toldMs !== undefined && dayNumber(toldMs) <= day && { toldMs }),
  }
}

/**
 * Returns a home as the change log recorded it for a day. If the source now hides the address or valuations, all
 * earlier days hide them too. The log has no pictures, contacts or page views of earlier days.
 */
export function homeAsLogged(then: Home, now: Home): Home {
  const shown = now.address.undisclosed ? withheldHome(then) : shownHome(then)
  const { interest: _, toldMs: __, owner: ___, listing: listingThen, ...home } = shown
  if (listingThen === undefined) return home
  const { photos: _p, drawnPhotos: _d, contact: _c, virtualTourUrl: _t, videoUrl: _v, ...listing } = listingThen
  const noValuation = now.listing?.noValuation ? { noValuation: true as const } : {}
  return { ...home, listing: { ...listing, ...noValuation } }
}

/** Returns the days on which dated facts about a home became known, in any order. */
export function datedDays({ history, taxes, recorded, estimate, listing }: Home): readonly number[] {
  const months = [...(estimate?.history ?? []), ...(estimate?.rentHistory ?? [])]
  return [
    ...history.map(({ date }) => dayNumberOf(date) ?? Number.NaN),
    ...taxes.map(({ year }) => taxDay(year)),
    ...recordedDays(recorded),
    ...months.map(([month]) => lastDayOf(month)),
    ...(listing ? [listing.onMarketMs ?? Number.NaN, listing.modifiedMs ?? Number.NaN].map(dayNumber) : []),
    dayNumberOf(listing?.closeDate) ?? Number.NaN,
  ].filter((day) => !Number.isNaN(day))
}

/** Returns the days of recorded events, in order. */
export function recordedDays(recorded: Home['recorded'] = []): readonly number[] {
  return [...new Set(recorded.map(({ day }) => dayNumberOf(day) ?? Number.NaN))]
}

/** Returns the days on which the result of `homeAsOf` may change, in any order. */
export function changeDays(home: Home): readonly number[] {
  const { estimate, facts, listing } = home
  const months = [...(estimate?.history ?? []), ...(estimate?.rentHistory ?? [])]
  const years = [facts.yearBuilt, facts.yearRenovated].filter((year) => year !== undefined)
  return [
    ...datedDays(home),
    ...listingRuns(home).map(({ fromDay }) => fromDay),
    ...months.map(([month]) => lastDayOf(month) + MAX_VALUE_AGE_DAYS + 1),
    ...years.map((year) => dayNumber(Date.UTC(year, 0, 1))),
    ...[...(listing?.photos ?? []), ...(listing?.openHouses ?? [])].flatMap(({ toldMs }) =>
      toldMs === undefined ? [] : [dayNumber(toldMs)],
    ),
  ]
}

/**
 * The day on which taxes and assessment of a year count as known: the middle of the year. NaN if the year is unknown.
 */
function taxDay(year = Number.NaN): number {
  return dayNumber(Date.UTC(year, 6, 1))
}

function lastDayOf(month: string): number {
  return firstDayOfMonth(monthNumber(month) + 1) - 1
}

/** Returns the pairs whose month was over at the end of a day. Pairs are sorted by month (`YYYY-MM`). */
function monthsOver(pairs: Estimate['history'], day: number): NonNullable<Estimate['history']> {
  const month = dayOf((day + 1) * DAY_MS).slice(0, 7)
  return pairs?.slice(0, pairs.findLastIndex(([each]) => each < month) + 1) ?? []
}

function factsBy(facts: HomeFacts, year: number): HomeFacts {
  const { yearBuilt = year, yearRenovated = year } = facts
  if (yearBuilt <= year && yearRenovated <= year) return facts
  const { yearBuilt: _, yearRenovated: __, ...otherFacts } = facts
  return {
    ...otherFacts,
    ...(yearBuilt <= year && facts.yearBuilt !== undefined && { yearBuilt }),
    ...(yearRenovated <= year && facts.yearRenovated !== undefined && { yearRenovated }),
  }
}

/** Removes pictures and open houses that became known after the day. */
function withPartsBy(listing: Listing, day: number): Listing {
  const { openHouses = [], photos = [] } = listing
  const isLater = ({ toldMs }: OpenHouse | Photo) => toldMs !== undefined && dayNumber(toldMs) > day
  if (![...openHouses, ...photos].some(isLater)) return listing
  return {
    ...listing,
    openHouses: openHouses.filter((each) => !isLater(each)),
    photos: photos.filter((each) => !isLater(each)),
  }
}

/**
 * Returns the source's monthly values up to a day. The last one becomes the day's value. Today's value has no date, so
 * it is left out.
 */
function estimateBy(estimate: Estimate | undefined, day: number): Estimate | undefined {
  const [history, rentHistory] = [monthsOver(estimate?.history, day), monthsOver(estimate?.rentHistory, day)]
  const standing = (pairs: typeof history) => {
    const [month, value] = pairs.at(-1) ?? []
    return month !== undefined && day - lastDayOf(month) <= MAX_VALUE_AGE_DAYS ? value : undefined
  }
  const [value, rent] = [standing(history), standing(rentHistory)]
  if (history.length === 0 && rentHistory.length === 0) return undefined
  return {
    ...(value !== undefined && { value }),
    ...(rent !== undefined && { rent }),
    ...(history.length > 0 && { history }),
    ...(rentHistory.length > 0 && { rentHistory }),
  }
}
