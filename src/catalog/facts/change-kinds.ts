import type { Experience } from '../../model/experience.ts'
import type { Home, Listing } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import { withoutPlace } from '../../model/shown-home.ts'
import { CHANGE_KINDS, type ChangeKind, type LoggedNoun } from '../ports/change-log.ts'
import type { GivenRecords } from '../ports/nouns.ts'

/**
 * Returns the kinds of a change, in the order of `CHANGE_KINDS`. Empty only if the records are the same; see
 * `isSameRecord`.
 * @param wasThere Returns whether a new record, or a home's new listing, existed before. Called only if `before` does
 * not show this.
 */
export function kindsOf<N extends LoggedNoun>(
  noun: N,
  before: GivenRecords[N] | undefined,
  after: GivenRecords[N] | undefined,
  wasThere: () => boolean = () => false,
): readonly ChangeKind[] {
  if (before === undefined || after === undefined) {
    if (before === after) return []
    return [after === undefined ? 'gone' : wasThere() ? 'back' : 'new']
  }
  const [was, is] = noun === 'home' ? comparable(before as Home, after as Home) : [before, after] // `noun` is 'home'
  if (isSameRecord(was, is)) return []
  const kindFlags = KINDS[noun](was as GivenRecords[N], is as GivenRecords[N], wasThere) // records of the type `noun`
  const kinds = CHANGE_KINDS.filter((kind) => kindFlags[kind] === true)
  return kinds.length > 0 ? kinds : ['facts']
}

/**
 * If the address is withheld before or after the change, removes the location from both records. So hiding a location
 * does not count as a change of facts.
 */
function comparable(before: Home, after: Home): readonly [before: Home, after: Home] {
  const isPlaced = before.address.undisclosed !== true && after.address.undisclosed !== true
  return isPlaced ? [before, after] : [withoutPlace(before), withoutPlace(after)]
}

type KindFlags = { readonly [K in ChangeKind]?: boolean }

const KINDS: {
  readonly [N in LoggedNoun]: (before: GivenRecords[N], after: GivenRecords[N], wasThere: () => boolean) => KindFlags
} = {
  home: homeKinds,
  offer: offerKinds,
  experience: experienceKinds,
  agent: () => ({ facts: true }),
}

/** Keys whose changes have kinds of their own. Dates in `STATUS_OWN` change together with the status. */
const HOME_OWN: ReadonlySet<string> = new Set(['listing', 'history', 'recorded', 'address'])
const ADDRESS_OWN: ReadonlySet<string> = new Set(['undisclosed'])
const LISTING_OWN: ReadonlySet<string> = new Set(['status', 'listPrice', 'closePrice'])
const STATUS_OWN: ReadonlySet<string> = new Set([...LISTING_OWN, 'pendingDate', 'closeDate', 'expectedDate'])

function homeKinds(before: Home, after: Home, wasThere: () => boolean): KindFlags {
  const [was, is] = [before.listing, after.listing]
  const [stood, stands] = [standingOf(was), standingOf(is)]
  const isNew = stood === 'none' && stands !== 'none' && !hasTraces(before) && !wasThere()
  const status = isOfAnotherStatus(was, is)
  const kindFlags: KindFlags = {
    new: isNew,
    gone: (stood === 'listed' || stood === 'sold') && (stands === 'off' || stands === 'none'),
    back: !isNew && stood !== 'listed' && stands === 'listed',
    price:
      was !== undefined && is !== undefined && (was.listPrice !== is.listPrice || was.closePrice !== is.closePrice),
    status,
    withheld: before.address.undisclosed !== after.address.undisclosed,
  }
  const isListingSame = was === undefined || is === undefined || isSame(was, is, status ? STATUS_OWN : LISTING_OWN)
  const isRestSame = isSame(before, after, HOME_OWN) && isSame(before.address, after.address, ADDRESS_OWN)
  const isPastSame = isSame(before.history, after.history) && isSame(before.recorded, after.recorded)
  const history = !Object.values(kindFlags).includes(true) && !isPastSame
  return { ...kindFlags, facts: !isListingSame || !isRestSame, history }
}

function standingOf(listing: Listing | undefined): 'listed' | 'sold' | 'off' | 'none' {
  switch (listing?.status) {
    case undefined:
      return 'none'
    case 'Active':
    case 'ActiveUnderContract':
    case 'ComingSoon':
    case 'Pending':
      return 'listed'
    case 'Closed':
      return 'sold'
    case 'Canceled':
    case 'Expired':
    case 'Withdrawn':
      return 'off'
  }
}

/**
 * Whether the history shows that the home was listed. Sales are ignored, because public records also contain sales of
 * homes that were never listed.
 */
function hasTraces({ history }: Home): boolean {
  return history.some(({ event }) => event !== 'Sold')
}

/** Whether the status changed. A sale counts, even if the home was not listed or was sold before. */
function isOfAnotherStatus(was: Listing | undefined, is: Listing | undefined): boolean {
  if (is === undefined) return false
  if (is.status === 'Closed') return was?.status !== 'Closed' || was.closeDate !== is.closeDate
  return was !== undefined && was.status !== is.status
}

const OFFER_OWN: ReadonlySet<string> = new Set(['price', 'priceHistory', 'goneSince'])

function offerKinds(before: Offer, after: Offer): KindFlags {
  const [wasGone, isGone] = [before.goneSince !== undefined, after.goneSince !== undefined]
  const price = before.price !== after.price
  return {
    gone: !wasGone && isGone,
    back: wasGone && !isGone,
    price,
    facts: !isSame(before, after, OFFER_OWN),
    history: wasGone === isGone && !price && !isSame(before.priceHistory, after.priceHistory),
  }
}

const EXPERIENCE_OWN: ReadonlySet<string> = new Set(['pricePerGuest', 'currency'])

function experienceKinds(before: Experience, after: Experience): KindFlags {
  return {
    price: before.pricePerGuest !== after.pricePerGuest || before.currency !== after.currency,
    facts: !isSame(before, after, EXPERIENCE_OWN),
  }
}

/**
 * Keys whose changes are not events, because no search uses them: timestamps, owners, and counts of days or visitors. Also
 * `layers`, because a changed layer is not an event of each home in it.
 */
const RUNNING: ReadonlySet<string> = new Set([
  'toldMs',
  'modifiedMs',
  'lastSeen',
  'lastListed',
  'cumulativeDaysOnMarket',
  'interest',
  'owner',
  'layers',
])

/** Matches a timestamp. Sources also write timestamps into columns that Plat does not know. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/

/** Whether two states of a record are the same, apart from values that change without an event. */
export function isSameRecord(before: object, after: object): boolean {
  return isSame(before, after)
}

/** Compares two values, but not the top-level keys in `leftOut`. A key with the value undefined counts as absent. */
function isSame(one: unknown, other: unknown, leftOut?: ReadonlySet<string>): boolean {
  if (one === other) return true
  if (typeof one === 'string' && typeof other === 'string') return MOMENT.test(one) && MOMENT.test(other)
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, i) => isSame(each, other[i]))
    )
  if (!isObject(one) || !isObject(other)) return false
  return (
    Object.keys(one).every((key) => isSame(one[key], other[key]) || !isCompared(key, leftOut)) &&
    Object.keys(other).every((key) => one[key] !== undefined || other[key] === undefined || !isCompared(key, leftOut))
  )
}

function isCompared(key: string, leftOut: ReadonlySet<string> | undefined): boolean {
  return !RUNNING.has(key) && leftOut?.has(key) !== true
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
