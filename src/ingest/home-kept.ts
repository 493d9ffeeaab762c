import { streetParts } from '../addresses/address.ts'
import type { Home, HomeAddress, HomeFacts, Listing } from '../model/home.ts'
import { HOME_FIELD_NAMES, homeField } from '../model/home-fields.ts'
import { bathsAddedUp } from '../model/home-record.ts'
import { type Fills, withUnmapped } from './unmapped.ts'

/** Fields that have a rule of their own, and what they fill. */
const BY_RULE: Fills = {
  StreetNumber: 'address.streetAddress',
  StreetDirPrefix: 'address.streetAddress',
  StreetName: 'address.streetAddress',
  StreetSuffix: 'address.streetAddress',
  StreetDirSuffix: 'address.streetAddress',
  UnitNumber: 'address.streetAddress',
  CountyOrParish: ['address.county', 'address.countyFips'],
  InternetAddressDisplayYN: 'address.undisclosed',
  Latitude: 'point',
  Longitude: 'point',
  LotSizeAcres: 'facts.lotSizeSquareFeet',
  BasementYN: 'facts.basement',
  AssociationFeeFrequency: 'facts.associationFee',
  AssociationYN: 'facts.associationFee',
  OnMarketDate: 'listing.onMarketMs',
  PhotoURLs: 'listing.photos',
  ListAgentKey: 'listing.listAgentId',
  CoListAgentKey: 'listing.coListAgentId',
  BuyerAgentKey: 'listing.buyerAgentId',
}

const FILLS: Fills = {
  ...Object.fromEntries(
    HOME_FIELD_NAMES.flatMap((name) => {
      const { target } = homeField(name)
      if (target.part === 'rule') return []
      return [[name, target.part === 'home' ? target.key : `${target.part}.${target.key}`]]
    }),
  ),
  ...BY_RULE,
}

/** Those of one part, with that part's name left out. */
function fillsWithin(part: string): Fills {
  const prefix = `${part}.`
  const own = Object.entries(FILLS).flatMap(([field, parts]) => {
    const within = [parts].flat().filter((path) => path.startsWith(prefix))
    return within.length === 0 ? [] : [[field, within.map((path) => path.slice(prefix.length))] as const]
  })
  return Object.fromEntries(own)
}

const LISTING_PARTS = ['listing', 'lease', 'contact']
const OF_HOME = Object.fromEntries(
  Object.entries(FILLS).filter(([, parts]) => {
    return [parts].flat().every((path) => !['address', ...LISTING_PARTS].includes(path.split('.')[0] ?? ''))
  }),
)
const OF_ADDRESS = fillsWithin('address')
const OF_LISTING = fillsWithin('listing')
const OF_LEASE = fillsWithin('lease')
const OF_CONTACT = fillsWithin('contact')

/** A home as an import tells of it, with what was known and no field of its mapping fills. */
export function keepHome(merged: Home, known: Home, mapped: ReadonlySet<string>): Home {
  if (merged === known) return merged
  const home = withUnmapped(merged, known, OF_HOME, mapped)
  const listing = listingKept(merged.listing, known.listing, mapped)
  const { listing: _told, ...rest } = home
  return {
    ...rest,
    address: addressKept(merged.address, known.address, mapped),
    facts: factsKept(home.facts, known.facts, mapped),
    ...(listing && { listing }),
  }
}

/** What follows from a ZIP does not outlive it, and the code of a county goes with its name. */
function addressKept(told: HomeAddress, known: HomeAddress, mapped: ReadonlySet<string>): HomeAddress {
  const kept = withUnmapped(told, known, OF_ADDRESS, mapped)
  const { streetAddress, undisclosed } = kept
  const { countyFips: _ofZip, ...others } = kept
  const ofCounty = known.countyFips === undefined && kept.county !== told.county ? others : kept
  const moved = { ...told, streetAddress, ...(undisclosed && { undisclosed }) }
  const address = told.zipcode === known.zipcode ? ofCounty : moved
  return isLineWithoutUnit(told, known, mapped) ? { ...address, streetAddress: known.streetAddress } : address
}

/** A file that has no column for units writes the same line without it. */
function isLineWithoutUnit(told: HomeAddress, known: HomeAddress, mapped: ReadonlySet<string>): boolean {
  const line = told.streetAddress
  if (line === '' || mapped.has('UnitNumber') || !known.streetAddress.startsWith(`${line} `)) return false
  const [parts, knownParts] = [streetParts(line), streetParts(known.streetAddress)]
  return parts.unit === '' && knownParts.unit !== '' && parts.street === knownParts.street
}

function factsKept(kept: HomeFacts, known: HomeFacts, mapped: ReadonlySet<string>): HomeFacts {
  const facts = { ...kept, ...otherKept(kept, known, mapped) }
  if (mapped.has('BathroomsTotalDecimal')) return facts
  const { bathrooms: _sum, ...others } = facts
  // a total that was the sum of its parts stays that
  const isSum = known.bathrooms === bathsAddedUp(known)
  const bathrooms = isSum ? bathsAddedUp(facts) : known.bathrooms
  return { ...others, ...(bathrooms !== undefined && { bathrooms }) }
}

/** Columns without a field, each under the name that a mapping gives it. */
function otherKept(told: HomeFacts, known: HomeFacts, mapped: ReadonlySet<string>): Pick<HomeFacts, 'other'> {
  if (known.other === undefined) return {}
  const unmapped = Object.entries(known.other).filter(([name]) => !mapped.has(`keep ${name}`))
  return unmapped.length === 0 ? {} : { other: { ...told.other, ...Object.fromEntries(unmapped) } }
}

function listingKept(
  told: Listing | undefined,
  known: Listing | undefined,
  mapped: ReadonlySet<string>,
): Listing | undefined {
  if (told === known || known === undefined) return told
  // no field of a listing is mapped without its status
  if (!mapped.has('StandardStatus')) return known
  if (told === undefined || !isOneListing(told, known, mapped)) return told
  const { lease: _lease, contact: _contact, ...listing } = withUnmapped(told, known, OF_LISTING, mapped)
  const contact = mapped.has('ContactName')
    ? told.contact && withUnmapped(told.contact, known.contact ?? told.contact, OF_CONTACT, mapped)
    : known.contact
  const lease = told.lease ?? (listing.kind === 'lease' ? known.lease : undefined)
  return {
    ...listing,
    ...(contact && { contact }),
    ...(lease && { lease: known.lease ? withUnmapped(lease, known.lease, OF_LEASE, mapped) : lease }),
  }
}

const OVER: ReadonlySet<string> = new Set(['Closed', 'Canceled', 'Expired', 'Withdrawn'])

/** Two values that are known and unlike. */
function differ<T>(one: T | undefined, other: T | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other
}

/** Whether two listings may be one at two times: what belongs to a listing that is over does not pass to the next one. */
function isOneListing(told: Listing, known: Listing, mapped: ReadonlySet<string>): boolean {
  if (mapped.has('ListingKind') && told.kind !== known.kind) return false
  if (differ(told.mlsId, known.mlsId) || differ(told.closeDate, known.closeDate)) return false
  if (told.mlsId !== undefined && told.mlsId === known.mlsId) return true
  return !differ(told.onMarketMs, known.onMarketMs) && (OVER.has(told.status) || !OVER.has(known.status))
}
