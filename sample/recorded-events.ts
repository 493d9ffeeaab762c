import type { Random } from '../src/kit/algorithms/random.ts'
import { DAY_MS, dayOf, startOfDay } from '../src/kit/base/clock.ts'
import type { Home, RecordedEvent } from '../src/model/home.ts'
import { inDayOrder } from '../src/model/recorded-events.ts'
import type { Calendar } from './calendar.ts'
import { SOURCE } from './identity.ts'

const SHARE = 0.1
const MORTGAGED = 0.7
const PERMITTED = 0.5
const INDEBTED = 0.08
const RELEASED = 0.5
const IN_DEFAULT = 0.02

/** Permits are from the last 13 years, which the calendar contains. */
const PERMIT_DAYS = 4800

const LENDERS = [
  'Harborline Bank',
  'Copperleaf Mortgage Corp',
  'Prairie Lantern Credit Union',
  'Blue Mesa Savings Bank',
]
const CREDITORS = ['Stonebrook Homeowners Association', 'County Tax Department', 'Redtail Roofing LLC']
const WORKS = ['Roof', 'Kitchen remodel', 'Solar panels', 'Electrical', 'Deck', 'Addition'] as const

/**
 * Returns the recorded events of a tenth of the homes: deeds and mortgages of their sales, some permits, and a few
 * liens. `random` is used for nothing else, so that all other facts of the sample stay the same.
 */
export function recordedEvents(
  random: Random,
  { history, facts }: Pick<Home, 'history' | 'facts'>,
  { todayMs, thisYear }: Calendar,
): readonly RecordedEvent[] {
  if (!random.chance(SHARE)) return []
  const events: RecordedEvent[] = []
  const today = dayOf(todayMs)
  const note = (day: string, type: RecordedEvent['type'], rest: Partial<RecordedEvent>) => {
    const document = `${day.replaceAll('-', '')}-${random.whole(10_000, 99_999)}`
    if (day <= today) events.push({ day, type, document, ...rest, source: SOURCE, key: document })
    return document
  }
  let loan: string | undefined
  for (const { date, event, price = 0, rental } of history) {
    if (event !== 'Sold' || rental) continue
    note(date, 'Deed', { amount: price, description: 'Warranty deed' })
    if (loan !== undefined) note(later(date, random.whole(7, 45)), 'MortgageRelease', { releases: loan })
    const isMortgaged = random.chance(MORTGAGED)
    const amount = Math.round((price * random.between(0.55, 0.95)) / 1000) * 1000
    loan = isMortgaged ? note(date, 'Mortgage', { amount, parties: [random.pick(LENDERS)] }) : undefined
    if (isMortgaged && random.chance(IN_DEFAULT)) note(later(date, random.whole(400, 900)), 'NoticeOfDefault', {})
  }
  const sinceBuiltDays = (thisYear - (facts.yearBuilt ?? thisYear)) * 365
  const oldestDays = Math.min(PERMIT_DAYS, sinceBuiltDays - 365)
  const aDay = () => dayOf(todayMs - random.whole(1, oldestDays) * DAY_MS)
  while (oldestDays > 0 && random.chance(PERMITTED)) {
    const status = random.chance(0.8) ? 'Final' : 'Issued'
    note(aDay(), 'Permit', { amount: random.whole(8, 900) * 100, description: random.pick(WORKS), status })
  }
  if (oldestDays > 0 && random.chance(INDEBTED)) {
    const day = aDay()
    const parties = [random.pick(CREDITORS)]
    const releases = note(day, 'Lien', { amount: random.whole(500, 20_000), parties })
    if (random.chance(RELEASED)) note(later(day, random.whole(30, 700)), 'LienRelease', { releases, parties })
  }
  return inDayOrder(events)
}

function later(day: string, days: number): string {
  return dayOf(startOfDay(day) + days * DAY_MS)
}
