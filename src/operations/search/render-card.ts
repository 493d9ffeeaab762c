import { startOfDay } from '../../base/clock.ts'
import type { CardPeople } from '../../catalog/cards.ts'
import type { Home, HomeType, Listing } from '../../model/home.ts'
import { derivedNumber } from '../../model/identity.ts'
import { currentPrice } from '../../model/market-state.ts'
import { loadGazetteer } from '../../places/gazetteer.ts'
import { grouped, pricePerSquareFoot } from '../figures.ts'
import { hasCondition, listingFlags } from '../listing-flags.ts'
import { lotArea } from '../lot-size.ts'
import type { Words } from '../operation.ts'
import { homePath } from '../portal-urls.ts'
import { latestPriceChange, type PriceChange } from '../render-price-history.ts'
import { shownAddress } from '../shown-address.ts'
import { cardMedia } from './card-media.ts'

/**
 * `property` of a home's card but for what follows today's date. A key whose value is undefined is not known: it is
 * absent from the JSON.
 */
export function homeProperty(home: Home, people: CardPeople, words: Words) {
  const { zpid, address, facts, listing, lotId } = home
  const value = currentPrice(home) ?? undefined
  const change = latestPriceChange(home)
  const isPreforeclosureAuction = hasCondition(listing, 'PreForeclosure') || hasCondition(listing, 'Auction')
  return {
    zpid,
    location: shownLocation(home),
    address: shownAddress(home),
    buildingId: lotId === undefined ? undefined : derivedNumber('building', lotId),
    media: cardMedia(listing, 'home', zpid, words),
    isFeatured: listing?.featured === true,
    isShowcaseListing: false,
    isUnmappable: !isMappable(home),
    isPreforeclosureAuction,
    hasFloorPlan: false,
    rental: rental(listing),
    [`listingDateTimeOn${words.Portal}`]: listing?.onMarketMs,
    bestGuessTimeZone: address.timeZone ?? loadGazetteer().zip(address.zipcode)?.timeZone,
    listCardRecommendation: { flexFieldRecommendations: recommendations(home, change) },
    bathrooms: facts.bathrooms,
    bedrooms: facts.bedroomsTotal,
    livingArea: facts.livingArea,
    yearBuilt: facts.yearBuilt,
    lotSizeWithUnit: lotSizeWithUnit(facts.lotSizeSquareFeet),
    propertyType: PROPERTY_TYPES[home.homeType],
    price: value === undefined ? undefined : price(home, value, change),
    estimates: { zestimate: home.estimate?.value, rentZestimate: home.estimate?.rent },
    taxAssessment: taxAssessment(home),
    [`${words.portal}OwnedProperty`]: { [`is${words.Portal}Owned`]: false },
    region: {},
    personalizedResult: { isViewed: false },
    userRecommendation: { isRecommendedForYou: false },
    currency: 'usd',
    country: 'usa',
    hdpView: { listingStatus: listingStatus(listing), price: value, hdpUrl: homePath(home) },
    propertyDisplayRules: displayRules(home, people),
  }
}

/** `property.listing`, again without what follows the date. */
export function listingPart({ listing }: Home) {
  return {
    listingStatus: listingStatus(listing),
    marketingStatus: listing && MARKETING[listing.status],
    isPreforeclosureAuction: hasCondition(listing, 'PreForeclosure') || hasCondition(listing, 'Auction'),
  }
}

/** `property.listing.listingSubType` but for open houses: a key that does not hold is absent. */
export function listingSubType(home: Home) {
  const flags = listingFlags(home, Number.POSITIVE_INFINITY)
  return {
    isFSBA: flags.FSBA || undefined,
    isFSBO: flags.FSBO || undefined,
    isPending: flags.pending || undefined,
    isNewHome: flags.newHome || undefined,
    isForeclosure: flags.foreclosure || undefined,
    isBankOwned: flags.bankOwned || undefined,
    isForAuction: flags.forAuction || undefined,
    isComingSoon: flags.comingSoon || undefined,
  }
}

const PROPERTY_TYPES: Readonly<Record<HomeType, string>> = {
  SINGLE_FAMILY: 'singleFamily',
  TOWNHOUSE: 'townhome',
  CONDO: 'condo',
  MULTI_FAMILY: 'multiFamily',
  APARTMENT: 'apartment',
  LOT: 'land',
  MANUFACTURED: 'manufactured',
}

const MARKETING: Readonly<Record<Listing['status'], string>> = {
  Active: 'active',
  ActiveUnderContract: 'acceptingBackupOffers',
  ComingSoon: 'comingSoon',
  Pending: 'pending',
  Closed: 'closed',
  Canceled: 'offMarket',
  Expired: 'offMarket',
  Withdrawn: 'offMarket',
}

function listingStatus(listing: Listing | undefined): string | undefined {
  if (!listing) return undefined
  if (listing.status === 'Closed') return 'recentlySold'
  if (listing.kind === 'lease') return 'forRent'
  return hasCondition(listing, 'PreForeclosure') ? 'preForeclosure' : 'forSale'
}

function isMappable({ address, point }: Home): boolean {
  return point !== undefined && !address.undisclosed
}

/** The middle of the ZIP code for a home that is not, or must not be, located; undefined when that is unknown too. */
function shownLocation(home: Home) {
  return isMappable(home) ? home.point : loadGazetteer().zip(home.address.zipcode)?.point
}

function rental(listing: Listing | undefined) {
  return {
    areApplicationsAccepted: listing?.lease?.acceptsApplications === true,
    hasVirtualTour: listing?.virtualTourUrl !== undefined,
    currency: 'usd',
    country: 'usa',
    baseRent: listing?.kind === 'lease' ? listing.listPrice : undefined,
  }
}

/** What the card says beside the figures, best first. */
function recommendations({ facts }: Home, change: PriceChange | undefined) {
  if (change && change.changeUsd < 0) return [recommendation(`$${grouped(-change.changeUsd)} price cut`, 'priceCut')]
  const feature = facts.exteriorFeatures?.[0] ?? facts.interiorFeatures?.[0] ?? facts.lotFeatures?.[0]
  return feature === undefined ? [] : [recommendation(feature, 'homeInsight')]
}

function recommendation(displayString: string, contentType: 'priceCut' | 'homeInsight') {
  return { displayString, flexFieldType: contentType, contentType }
}

function lotSizeWithUnit(squareFeet: number | undefined) {
  if (squareFeet === undefined) return undefined
  const { lotAreaValue, lotAreaUnits } = lotArea(squareFeet)
  return { lotSize: lotAreaValue, lotSizeUnit: lotAreaUnits === 'Acres' ? 'acres' : 'squareFeet' }
}

/** Rents are too small to be told by the square foot in whole dollars. */
function price({ facts, listing }: Home, value: number, change: PriceChange | undefined) {
  return {
    value,
    pricePerSquareFoot:
      listing?.kind === 'lease' ? undefined : (pricePerSquareFoot(value, facts.livingArea) ?? undefined),
    priceChange: change?.changeUsd,
    changedDate: change && startOfDay(change.date),
  }
}

function taxAssessment({ taxes }: Home) {
  const year = taxes.findLast((tax) => tax.assessedValue !== undefined)
  return year && { taxAssessedValue: year.assessedValue, taxAssessmentYear: String(year.year) }
}

function displayRules(home: Home, { agent, office }: CardPeople) {
  const { address, listing } = home
  const broker = office?.name ?? listing?.contact?.businessName
  return {
    canShowAddress: !address.undisclosed,
    canShowOnMap: isMappable(home),
    agent: { agentName: agent?.name ?? listing?.contact?.name },
    mls: {
      brokerName: broker === undefined ? undefined : `Listing by: ${broker}`,
      mustDisplayBrokerName: broker !== undefined && listing?.listedBy === 'agent',
      mlsIdOnMap: listing?.mlsId,
    },
    builder: {},
    soldByOffice: {},
    listingCategory: listing?.mlsName === undefined ? 'nonMls' : 'mls',
  }
}
