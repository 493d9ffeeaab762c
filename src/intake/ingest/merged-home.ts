import type { Estimate, HistoryEvent, Home, HomeAddress, HomeFacts, Interest, Listing } from '../../model/home.ts'
import { inOrder } from '../../model/home-history.ts'
import { asOfMs } from '../../model/home-record.ts'
import { isOneListing, isOver } from './home-kept.ts'
import { corrected, taxesOf } from './merge.ts'

/** Precedences by source. The default is 0. */
export type Precedences = ReadonlyMap<string, number>

/**
 * Merges several records into the home that they describe, under its own id. `records` begins with the one that gave it
 * the id. For each field the first record with a value counts, in the order of precedence, then of moment, the latest
 * first, then of `records`.
 * - An address, and what depends on its ZIP, comes from one record; the others fill in what it lacks within that ZIP.
 * - A listing comes from one record; the others fill in what it lacks if theirs is the same listing. A listing that is
 * over gives way to a newer one, whatever the precedence.
 * - A part that any record forbids to show is not shown.
 * - Histories and taxes are united.
 */
export function mergedHome(zpid: number, records: readonly Home[], precedences: Precedences): Home {
  const [first] = records
  if (first === undefined) throw new Error('there is no record to merge')
  const ranked = inRank(records, precedences)
  const best = ranked[0] ?? first
  const point = firstOf(ranked, ({ point: own }) => own)
  const lotId = firstOf(ranked, ({ lotId: own }) => own)
  const parcelNumber = firstOf(ranked, ({ parcelNumber: own }) => own)
  const listing = listingOf(ranked)
  const estimate = estimateOf(ranked)
  const interest = filled<Interest>(ranked.map(({ interest: own }) => own))
  return {
    zpid,
    source: first.source,
    sourceKey: first.sourceKey,
    address: addressOf(ranked),
    ...(point && { point }),
    homeType: best.homeType,
    ...(lotId !== undefined && { lotId }),
    ...(parcelNumber !== undefined && { parcelNumber }),
    facts: factsOf(ranked),
    ...(listing && { listing }),
    history: historyOf(ranked.toReversed()),
    taxes: taxesOf(ranked.toReversed()),
    ...(estimate && { estimate }),
    ...(interest && { interest }),
  }
}

/** Sorts the records so that the one that counts most comes first. */
export function inRank(records: readonly Home[], precedences: Precedences): readonly Home[] {
  const rankOf = ({ source }: Home) => precedences.get(source) ?? 0
  // Comparison avoids the NaN that two -Infinity would give, and the sort keeps the order of equals.
  return records.toSorted(
    (a, b) => rankOf(b) - rankOf(a) || Number(asOfMs(b) > asOfMs(a)) - Number(asOfMs(b) < asOfMs(a)),
  )
}

function firstOf<T>(ranked: readonly Home[], read: (home: Home) => T | undefined): T | undefined {
  for (const home of ranked) {
    const value = read(home)
    if (value !== undefined) return value
  }
  return undefined
}

/** Returns the first value of each key. Undefined when there is no part at all. */
function filled<T extends object>(parts: readonly (T | undefined)[]): T | undefined {
  const there = parts.filter((part) => part !== undefined)
  return there.length === 0 ? undefined : Object.assign({}, ...there.toReversed())
}

function factsOf(ranked: readonly Home[]): HomeFacts {
  const other = filled(ranked.map(({ facts }) => facts.other))
  return { ...filled(ranked.map(({ facts }) => facts)), ...(other && { other }) }
}

function addressOf(ranked: readonly Home[]): HomeAddress {
  const [best] = ranked.toSorted((a, b) => vagueness(a.address) - vagueness(b.address))
  if (best === undefined) throw new Error('there is no record to merge')
  // A ZIP that a source stated never gives way to a guess, whichever record has the street.
  const placed = isZipTold(best.address) ? best : (ranked.find(({ address }) => isZipTold(address)) ?? best)
  const others = ranked.filter(({ address }) => address.zipcode === placed.address.zipcode)
  const { undisclosed: _undisclosed, ...address } = Object.assign(
    {},
    ...others.map((home) => home.address).toReversed(),
    placed.address,
    { streetAddress: best.address.streetAddress },
  ) as HomeAddress // each part is an address
  const { zipcodeFrom: _guess, ...told } = address
  const isUndisclosed = ranked.some((home) => home.address.undisclosed)
  return {
    ...(isZipTold(placed.address) ? told : address),
    ...(isUndisclosed && { undisclosed: true as const }),
  }
}

/** Ranks addresses: those with a street come first, then those with a stated ZIP before those with a guessed ZIP. */
function vagueness(address: HomeAddress): number {
  const ofZip = isZipTold(address) ? 0 : address.zipcode === '' ? 2 : 1
  return ofZip + (address.streetAddress === '' ? 3 : 0)
}

function isZipTold({ zipcode, zipcodeFrom }: HomeAddress): boolean {
  return zipcode !== '' && zipcodeFrom === undefined
}

function listingOf(ranked: readonly Home[]): Listing | undefined {
  const listings = ranked.flatMap(({ listing }) => (listing ? [listing] : []))
  const listing = toldListing(listings)
  const isForbidden = listings.some((own) => own.noValuation === true && !isOver(own))
  return listing && isForbidden ? { ...listing, noValuation: true } : listing
}

function toldListing(listings: readonly Listing[]): Listing | undefined {
  const [highest, ...others] = listings
  if (highest === undefined || others.length === 0) return highest
  const best = isOver(highest) ? newest(listings) : highest
  const alike = listings.filter((listing) => listing !== best && isSameListing(best, listing))
  if (alike.length === 0) return best
  const contact = filled([best.contact, ...alike.map((listing) => listing.contact)])
  const lease = filled([best.lease, ...alike.map((listing) => listing.lease)])
  const { photos: _photos, drawnPhotos: _drawn, ...rest } = Object.assign({}, ...alike.toReversed(), best) as Listing // each part is a listing
  const pictured = [best, ...alike].find(({ photos, drawnPhotos }) => photos !== undefined || drawnPhotos !== undefined)
  return {
    ...rest,
    ...(pictured?.photos && { photos: pictured.photos }),
    ...(pictured?.drawnPhotos !== undefined && { drawnPhotos: pictured.drawnPhotos }),
    ...(contact && { contact }),
    ...(lease && { lease }),
  }
}

function momentOf(listing: Listing): number {
  return asOfMs({ listing, taxes: [] })
}

function newest(listings: readonly Listing[]): Listing {
  return listings.reduce((best, listing) => (momentOf(listing) > momentOf(best) ? listing : best))
}

/** Whether two listings are the same. Listing numbers are unique only within one service. */
function isSameListing(one: Listing, other: Listing): boolean {
  if (one.kind !== other.kind || isOver(one) !== isOver(other)) return false
  const { mlsId: _one, ...unnumbered } = one
  const { mlsId: _other, ...otherUnnumbered } = other
  const isOneService = one.mlsName === other.mlsName
  return isOneService ? isOneListing(one, other) : isOneListing(unnumbered, otherUnnumbered)
}

/** Takes a value and its spread from the same record, and each series whole from one record. */
function estimateOf(ranked: readonly Home[]): Estimate | undefined {
  const estimates = ranked.flatMap(({ estimate }) => (estimate ? [estimate] : []))
  if (estimates.length < 2) return estimates[0]
  const sale = estimates.find(({ value }) => value !== undefined)
  const rental = estimates.find(({ rent }) => rent !== undefined)
  const history = estimates.find((estimate) => estimate.history !== undefined)?.history
  const rentHistory = estimates.find((estimate) => estimate.rentHistory !== undefined)?.rentHistory
  return {
    ...picked(sale, ['value', 'lowPercent', 'highPercent']),
    ...picked(rental, ['rent', 'rentLowPercent', 'rentHighPercent']),
    ...(history && { history }),
    ...(rentHistory && { rentHistory }),
  }
}

function picked<T extends object, K extends keyof T>(from: T | undefined, keys: readonly K[]): Partial<Pick<T, K>> {
  if (from === undefined) return {}
  const entries = keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]] as const]))
  return Object.fromEntries(entries) as Partial<Pick<T, K>> // the entries have these keys
}

/** Unites histories. Of a reporter's statements about one event, that of the higher record is applied later. */
function historyOf(rising: readonly Home[]): readonly HistoryEvent[] {
  return inOrder(rising.reduce<readonly HistoryEvent[]>((history, home) => corrected(history, home.history), []))
}
