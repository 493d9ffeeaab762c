import { DAY_MS, dayNumber, dayOf } from '../kit/base/clock.ts'
import type { HistoryEvent, Home, Listing } from './home.ts'
import { dayNumberOf } from './home-columns.ts'

/** A period in which a home's listing stayed the same: from `fromDay` until the next period begins. */
interface ListingRun {
  /** A day number. */
  readonly fromDay: number
  /** Undefined while no listing was known. */
  readonly listing: Listing | undefined
}

/**
 * A listing without events for this many days counts as withdrawn, unless today's data say that it is on the market.
 */
export const MAX_SILENT_DAYS = 730

/** Reports of the same listing, contract or sale differ by at most this many days. */
const SAME_EVENT_DAYS = 31

type Draft = { -readonly [K in keyof Listing]: Listing[K] }
type Kind = Listing['kind']

interface Track {
  readonly listing: Draft
  /** Day of the listing's last event. */
  readonly lastDay: number
  /** Index of the last event among all steps. */
  readonly order: number
  /** True: the source's current listing. False: reconstructed from events. */
  readonly isFromSource: boolean
}
type Tracks = { readonly [K in Kind]?: Track }

/**
 * Reconstructs a home's listing over time, oldest run first, from its history, the listing's dates and the listing's
 * last change. From the last change on, runs have today's listing. Earlier runs contain only what events say, and
 * today's undated parts (see `undatedOf`). A run never uses later events. If a sale and a lease are open, the one
 * listed last counts. If none is open, the one that ended last counts.
 */
export function listingRuns(home: Home): readonly ListingRun[] {
  const runs: ListingRun[] = []
  let tracks: Tracks = {}
  const steps = stepsOf(home)
  for (let at = 0; at < steps.length; ) {
    const { day } = steps[at] as Step // the loop condition guarantees the step
    for (; steps[at]?.day === day; at++) tracks = withStep(tracks, steps[at] as Step, at, home.listing)
    addRun(runs, day, tracks, home)
    const nextDay = steps[at]?.day ?? Number.POSITIVE_INFINITY
    const silent = Object.values(tracks).map(({ lastDay }) => lastDay + MAX_SILENT_DAYS + 1)
    for (const silentDay of silent.filter((each) => each > day && each < nextDay).sort((one, other) => one - other))
      addRun(runs, silentDay, tracks, home)
  }
  return runs
}

/** Returns the listing as it was known at the end of a day. */
export function listingOn(runs: readonly ListingRun[], day: number): Listing | undefined {
  return runs.findLast(({ fromDay }) => fromDay <= day)?.listing
}

/** An event, or the first day of the source's own listing. */
type Step =
  | { readonly day: number; readonly event: HistoryEvent; readonly isFromSource: false }
  | { readonly day: number; readonly isFromSource: true }

function stepsOf(home: Home): readonly Step[] {
  const { listing, history } = home
  const events = [...history, ...eventsOfListing(home)].flatMap((event): Step[] => {
    const day = dayNumberOf(event.date)
    return day === undefined ? [] : [{ day, event, isFromSource: false }]
  })
  const day = dayComplete(listing)
  const listingStep: Step[] = day === undefined ? [] : [{ day, isFromSource: true }]
  return [...events, ...listingStep].sort(
    (one, other) => one.day - other.day || Number(one.isFromSource) - Number(other.isFromSource),
  )
}

/** The day on which the whole listing was known: the latest of its dates and its last change. */
function dayComplete(listing: Listing | undefined): number | undefined {
  if (listing?.modifiedMs === undefined) return undefined
  const { modifiedMs, onMarketMs = modifiedMs, pendingDate, closeDate } = listing
  const days = [dayNumber(modifiedMs), dayNumber(onMarketMs), dayNumberOf(pendingDate), dayNumberOf(closeDate)]
  return Math.max(...days.filter((day) => day !== undefined))
}

/** Returns events that the dates of a listing imply but the history lacks. Only the closing has a price. */
function eventsOfListing({ listing, history, source }: Home): readonly HistoryEvent[] {
  if (listing === undefined) return []
  const isLease = listing.kind === 'lease'
  const { onMarketMs, pendingDate, closeDate, closePrice } = listing
  const unlessKnown = (event: HistoryEvent['event'], date: string | undefined, price?: number): HistoryEvent[] => {
    const day = dayNumberOf(date)
    if (date === undefined || day === undefined) return []
    const isKnown = history.some((known) => known.event === event && isNear(dayNumberOf(known.date), day))
    const rental = isLease ? { rental: true as const } : {}
    return isKnown ? [] : [{ date, event, source, ...rental, ...(price !== undefined && { price }) }]
  }
  const listed = onMarketMs === undefined ? undefined : dayOf(onMarketMs)
  return [
    ...unlessKnown(isLease ? 'Listed for rent' : 'Listed for sale', listed),
    ...unlessKnown('Pending sale', isLease ? undefined : pendingDate),
    ...(listing.status !== 'Closed' ? [] : unlessKnown(isLease ? 'Listing removed' : 'Sold', closeDate, closePrice)),
  ]
}

function isNear(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && Math.abs(one - other) <= SAME_EVENT_DAYS
}

function withStep(tracks: Tracks, step: Step, order: number, now: Listing | undefined): Tracks {
  if (step.isFromSource)
    return now ? { ...tracks, [now.kind]: { listing: now, lastDay: step.day, order, isFromSource: true } } : tracks
  const kind = kindOf(step.event)
  const track = tracks[kind]
  const listing = afterEvent(track?.listing, step.event, step.day, kind, now)
  if (listing === undefined) return tracks
  return { ...tracks, [kind]: { listing, lastDay: step.day, order, isFromSource: false } }
}

function kindOf({ event, rental }: HistoryEvent): Kind {
  return rental === true || event === 'Listed for rent' ? 'lease' : 'sale'
}

/** Returns the listing after an event. Undefined if nothing changes. */
function afterEvent(
  before: Listing | undefined,
  { event, price, mlsId, sellerAgentId, buyerAgentId }: HistoryEvent,
  day: number,
  kind: Kind,
  now: Listing | undefined,
): Listing | undefined {
  const fresh: Listing = { kind, status: 'Active', listedBy: 'agent', ...undatedOf(kind, now) }
  const open = before !== undefined && isOpen(before) ? before : undefined
  const named = {
    ...(mlsId !== undefined && { mlsId }),
    ...(sellerAgentId !== undefined && { listAgentId: sellerAgentId }),
    ...(buyerAgentId !== undefined && { buyerAgentId }),
  }
  const askingPrice = price === undefined ? {} : { listPrice: price }
  const date = dayOf(day * DAY_MS)
  switch (event) {
    case 'Listed for sale':
    case 'Listed for rent':
      return { ...fresh, ...named, ...askingPrice, onMarketMs: day * DAY_MS }
    case 'Price change':
      return { ...(open ?? fresh), ...named, ...askingPrice }
    case 'Pending sale':
      return { ...(open ?? fresh), ...named, ...askingPrice, status: 'Pending', pendingDate: date }
    case 'Sold': {
      if (kind === 'lease') return open && { ...open, ...named, status: 'Closed', closeDate: date }
      const paid = price === undefined ? {} : { closePrice: price }
      if (before?.status === 'Closed' && isNear(dayNumberOf(before.closeDate), day)) return { ...paid, ...before }
      return { ...(open ?? fresh), ...named, ...paid, status: 'Closed', closeDate: date }
    }
    case 'Listing removed':
      return open && { ...open, status: 'Withdrawn' }
  }
}

/**
 * Returns the undated parts of today's listing, which are used for earlier days too: who lists the home (agent or
 * owner), lease terms, and whether valuations may be shown.
 */
function undatedOf(kind: Kind, now: Listing | undefined): Partial<Listing> {
  if (now === undefined) return {}
  const { listedBy, lease, noValuation } = now
  const forbidden = noValuation ? { noValuation } : {}
  if (now.kind !== kind) return forbidden
  if (lease === undefined) return { ...forbidden, listedBy }
  const { availabilityDate: _, ...terms } = lease
  return { ...forbidden, listedBy, lease: terms }
}

function isOpen({ status }: Listing): boolean {
  return status === 'Active' || status === 'ActiveUnderContract' || status === 'ComingSoon' || status === 'Pending'
}

function addRun(runs: ListingRun[], fromDay: number, tracks: Tracks, home: Home): void {
  const listing = listingAt(fromDay, tracks, home)
  const last = runs.at(-1)
  if (last === undefined ? listing === undefined : last.listing === listing) return
  runs.push({ fromDay, listing })
}

function listingAt(day: number, tracks: Tracks, { listing: now }: Home): Listing | undefined {
  const standing = Object.values(tracks).filter((track) => !isSilent(track, day, now))
  const open = standing.filter(({ listing }) => isOpen(listing))
  const [first] = (open.length > 0 ? open : standing).sort(
    (one, other) => (open.length > 0 ? listedMs(other) - listedMs(one) : 0) || other.order - one.order,
  )
  return first?.listing
}

/** Whether a listing has had no events for too long. False if it is on the market today. */
function isSilent({ listing, lastDay, isFromSource }: Track, day: number, now: Listing | undefined): boolean {
  if (isFromSource || !isOpen(listing) || day - lastDay <= MAX_SILENT_DAYS) return false
  const isOfToday = now !== undefined && isOpen(now) && now.kind === listing.kind
  return !(isOfToday && isNear(startDay(now), startDay(listing)))
}

function listedMs({ listing }: Track): number {
  return listing.onMarketMs ?? 0
}

function startDay({ onMarketMs }: Listing): number | undefined {
  return onMarketMs === undefined ? undefined : dayNumber(onMarketMs)
}
