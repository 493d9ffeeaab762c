import { DAY_MS, dayNumber, startOfDay } from '../../src/kit/base/clock.ts'
import type { HistoryEvent, Home, Listing } from '../../src/model/home.ts'

const ON_MARKET = ['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending']
const number = (date: string) => dayNumber(startOfDay(date))

/**
 * Returns a home at the end of a day, by replaying the events of its history. The history must have every event and day
 * of the listing.
 */
export function naiveHomeOn(home: Home, day: number): Home {
  const { listing: now, interest: _, recorded: __, ...others } = home
  const history = home.history.filter(({ date }) => number(date) <= day)
  const toldDay = now?.modifiedMs === undefined ? undefined : dayNumber(now.modifiedMs)
  const latest: { [K in Listing['kind']]?: { listing: Listing; last: number; at: number; told: boolean } } = {}
  let at = 0
  const tell = () => {
    if (now && toldDay !== undefined && toldDay <= day)
      latest[now.kind] = { listing: now, last: toldDay, at: at++, told: true }
  }
  let isTold = false
  for (const event of history) {
    if (!isTold && toldDay !== undefined && number(event.date) > toldDay) {
      tell()
      isTold = true
    }
    const kind = event.rental || event.event === 'Listed for rent' ? 'lease' : 'sale'
    const listing = next(latest[kind]?.listing, event, kind, now)
    if (listing) latest[kind] = { listing, last: number(event.date), at: at++, told: false }
  }
  if (!isTold) tell()
  const stands = Object.values(latest).filter(
    ({ listing, last, told: asTold }) => asTold || !ON_MARKET.includes(listing.status) || day - last <= 730,
  )
  const open = stands.filter(({ listing }) => ON_MARKET.includes(listing.status))
  open.sort((a, b) => (b.listing.onMarketMs ?? 0) - (a.listing.onMarketMs ?? 0) || b.at - a.at)
  const [first] = open.length > 0 ? open : stands.sort((a, b) => b.at - a.at)
  const taxes = home.taxes.filter(({ year }) => year !== undefined && number(`${year}-07-01`) <= day)
  const recorded = home.recorded?.filter((event) => number(event.day) <= day) ?? []
  return {
    ...others,
    history,
    taxes,
    ...(recorded.length > 0 && { recorded }),
    ...(first && { listing: first.listing }),
  }
}

function next(before: Listing | undefined, event: HistoryEvent, kind: Listing['kind'], now: Listing | undefined) {
  const same = now?.kind === kind ? now : undefined
  const { listedBy = 'agent' } = same ?? {}
  const begun: Listing = { kind, status: 'Active', listedBy, ...(same?.lease && { lease: same.lease }) }
  const open = before && ON_MARKET.includes(before.status) ? before : begun
  const asked = event.price === undefined ? {} : { listPrice: event.price }
  const named = event.mlsId === undefined ? {} : { mlsId: event.mlsId }
  if (event.event.startsWith('Listed')) return { ...begun, ...named, ...asked, onMarketMs: startOfDay(event.date) }
  if (event.event === 'Price change') return { ...open, ...named, ...asked }
  if (event.event === 'Pending sale')
    return { ...open, ...named, ...asked, status: 'Pending' as const, pendingDate: event.date }
  const isOpen = before !== undefined && open === before
  if (event.event === 'Listing removed') return isOpen ? { ...before, status: 'Withdrawn' as const } : undefined
  if (kind === 'lease')
    return isOpen ? { ...before, ...named, status: 'Closed' as const, closeDate: event.date } : undefined
  const paid = event.price === undefined ? {} : { closePrice: event.price }
  const soldMs = before?.status === 'Closed' ? startOfDay(before.closeDate ?? '') : Number.NaN
  if (before && Math.abs(startOfDay(event.date) - soldMs) <= 31 * DAY_MS) return { ...paid, ...before }
  return { ...open, ...named, ...paid, status: 'Closed' as const, closeDate: event.date }
}
