import { Lottery, Random } from '../src/kit/algorithms/random.ts'
import type { Point } from '../src/model/home.ts'
import type { Offer, OfferPropertyType } from '../src/model/offer.ts'
import * as values from '../src/model/offer-values.ts'
import { degrees, kilometers } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './draft.ts'
import { OFFER_OWNERS } from './draws.ts'
import { SOURCE } from './identity.ts'
import { drawnPhotosMax } from './photos.ts'
import * as words from './words/poland.ts'

/** Building types for apartments and for houses. */
const FLAT_BUILDINGS = ['Block', 'Tenement', 'Infill', 'Apartment_Building', 'Loft', 'Residence'] as const
const HOUSE_BUILDINGS = ['House', 'Ribbon', 'Detached', 'Semi_Detached', 'Terraced', 'Farm'] as const

const HOUR_MS = 3_600_000
const FIRST_OFFER_ID = 60_000_000

/** Offers of one property type. */
interface OfferKind {
  /** Share of the offers, relative to other types. */
  readonly weight: number
  /** Minimum and maximum area in square meters. */
  readonly least: number
  readonly most: number
  /** Price per square meter, relative to an apartment. */
  readonly priceShare: number
  readonly title: string
  readonly sentences: keyof typeof words.OFFER_SENTENCES
}

const KINDS: Readonly<Record<OfferPropertyType, OfferKind>> = {
  Apartment: { weight: 62, least: 22, most: 130, priceShare: 1, title: 'Mieszkanie', sentences: 'lived' },
  House: { weight: 14, least: 85, most: 280, priceShare: 0.62, title: 'Dom', sentences: 'lived' },
  Plot: { weight: 9, least: 400, most: 5000, priceShare: 0.03, title: 'Działka', sentences: 'ground' },
  Commercial: { weight: 5, least: 30, most: 400, priceShare: 0.75, title: 'Lokal użytkowy', sentences: 'trade' },
  Room: { weight: 4, least: 9, most: 24, priceShare: 1, title: 'Pokój', sentences: 'lived' },
  Garage: { weight: 3, least: 12, most: 22, priceShare: 0.28, title: 'Garaż', sentences: 'garage' },
  Warehouse: { weight: 2, least: 200, most: 4000, priceShare: 0.25, title: 'Hala', sentences: 'trade' },
  Investment: { weight: 1.5, least: 300, most: 3000, priceShare: 0.55, title: 'Inwestycja', sentences: 'trade' },
}
const TYPES = new Lottery(
  // the entries have the keys of the table
  Object.entries(KINDS).map(([type, { weight }]) => [type as OfferPropertyType, weight] as const),
)
const CITIES = new Lottery(words.POLISH_CITIES.map((city) => [city, city.weight] as const))

/** Monthly rent as a share of the value. */
const MONTHLY_YIELD = 0.0047

/** Makes the offer with this index. The offer depends only on seed and index. */
export function makeOffer(seed: number, index: number, calendar: Calendar): Offer {
  const random = new Random(seed, 'offer', index)
  const place = CITIES.draw(random)
  const propertyType = TYPES.draw(random)
  const rented =
    propertyType === 'Room' || (propertyType !== 'Plot' && propertyType !== 'Investment' && random.chance(0.25))
  const district = random.pick(place.districts)
  const isNamed = random.chance(0.85)
  const kind = KINDS[propertyType]
  const { least, most, priceShare, title } = kind
  const area = Math.round((least + (most - least) * random.unit() ** 2) * 10) / 10
  const point = scatter(random, district)
  const value = area * place.pricePerMeter * priceShare * centrality(place, point) * Math.exp(0.14 * random.bell())
  const created = Math.floor(240 * random.unit() ** 1.8)
  const ownerType = OFFER_OWNERS.draw(random)
  const createdMs = Math.min(calendar.nowMs, calendar.startMs(created) + random.whole(7 * HOUR_MS, 20 * HOUR_MS))
  const offer: Draft<Offer> = {
    offerId: FIRST_OFFER_ID + index,
    source: SOURCE,
    sourceKey: `offer-${index}`,
    title: `${title} ${area.toLocaleString('en-US').replace(/,/g, ' ')} m², ${isNamed ? district.name : place.city}`,
    propertyType,
    searchType: rented ? 'For_Rent' : 'For_Sale',
    market: ownerType === 'Developer' || random.chance(0.08) ? 'Primary' : 'Secondary',
    ownerType,
    area,
    extras: [],
    media: [],
    createdMs,
    modifiedMs: Math.round(createdMs + (calendar.nowMs - createdMs) * random.unit() ** 2),
    city: place.city,
    county: place.county,
    province: place.province,
    point,
    description: describeOffer(random, kind),
  }
  if (isNamed) offer.district = district.name
  if (random.chance(0.8)) offer.street = `${random.pick(words.POLISH_STREETS)} ${random.whole(1, 140)}`
  putPrice(offer, random, rented ? value * MONTHLY_YIELD : value, created, calendar)
  putBuilding(offer, random, calendar)
  putPresentation(offer, random)
  return offer
}

/** Draws a point within 2 km of the district's center. */
function scatter(random: Random, { point }: words.SampleDistrict): Point {
  return {
    latitude: degrees(point.latitude + 0.0042 * random.bell()),
    longitude: degrees(point.longitude + 0.0066 * random.bell()),
  }
}

/** Returns a price factor: 1.2 in the center of the city, 0.94 far from it. */
function centrality({ point: center }: words.SampleCity, point: Point): number {
  return 0.94 + 0.26 * Math.exp(-kilometers(center, point) / 3)
}

function describeOffer(random: Random, { sentences }: OfferKind): string {
  const own = random.some(words.OFFER_SENTENCES[sentences], random.whole(1, 3))
  const general = random.some(words.OFFER_SENTENCES.any, random.whole(1, 2))
  return [...own, ...general, words.INVENTED_OFFER].join(' ')
}

/** Sets the asking price and the price history that ends with it. */
function putPrice(offer: Draft<Offer>, random: Random, fair: number, created: number, calendar: Calendar): void {
  const step = offer.searchType === 'For_Rent' ? 50 : 1000
  const price = Math.max(step * 2, Math.round(fair / step) * step)
  offer.price = price
  if (random.chance(0.03)) offer.hidePrice = true
  const history = [{ date: calendar.day(created), price }]
  if (created > 20 && random.chance(0.3)) {
    const first = Math.round((price * random.between(1.02, 1.08)) / step) * step
    history[0] = { date: calendar.day(created), price: first }
    history.push({ date: calendar.day(random.whole(1, created - 10)), price })
  }
  offer.priceHistory = history
}

function putBuilding(offer: Draft<Offer>, random: Random, calendar: Calendar): void {
  const { propertyType, area } = offer
  if (propertyType === 'Plot' || propertyType === 'Investment') {
    offer.plotArea = propertyType === 'Plot' ? area : Math.round(area * 2)
    return
  }
  const flat = propertyType === 'Apartment' || propertyType === 'Room'
  if (propertyType === 'House') offer.plotArea = Math.round(random.between(250, 1800))
  if (flat || propertyType === 'House') {
    offer.rooms = propertyType === 'Room' ? 1 : Math.max(1, Math.round(area / 23 + random.between(-0.6, 0.6)))
    offer.buildingType = random.pick(flat ? FLAT_BUILDINGS : HOUSE_BUILDINGS)
  }
  if (flat || propertyType === 'Commercial') putFloor(offer, random)
  if (offer.market === 'Primary') offer.yearBuilt = calendar.thisYear + random.below(2)
  else if (random.chance(0.85)) offer.yearBuilt = random.whole(1905, calendar.thisYear - 1)
  if (random.chance(0.8)) offer.buildingMaterial = random.pick(values.BUILDING_MATERIALS)
  if (random.chance(0.85)) offer.heating = random.pick(values.HEATINGS)
  if (flat && random.chance(0.8)) offer.rent = Math.round((area * random.between(8, 16)) / 10) * 10
}

/** Sets the floor, never above the building's top floor. */
function putFloor(offer: Draft<Offer>, random: Random): void {
  const at = random.chance(0.75) ? random.whole(1, 6) : random.below(values.FLOORS.length)
  const floor = values.FLOORS[at]
  if (floor === undefined) return
  offer.floor = floor
  const least = floor === 'Above_10' ? 11 : Number.isNaN(Number(floor)) ? 1 : Number(floor)
  offer.floorsInBuilding = least + random.below(6)
}

function putPresentation(offer: Draft<Offer>, random: Random): void {
  const lived = offer.propertyType === 'Apartment' || offer.propertyType === 'House' || offer.propertyType === 'Room'
  if (lived) offer.extras = random.some(values.EXTRAS, random.below(6))
  const isLot = offer.propertyType === 'Plot'
  // one room is the living room
  const bedroomsTotal = Math.max(1, (offer.rooms ?? 2) - 1)
  if (!isLot) offer.media = random.some(values.MEDIA, random.below(4))
  if (random.chance(0.93)) offer.drawnPhotos = Math.min(random.whole(1, 12), drawnPhotosMax(isLot, { bedroomsTotal }))
  if (random.chance(0.08)) offer.hasVideo = true
  if (random.chance(0.07)) offer.has3DView = true
  if (random.chance(0.04)) offer.openDay = true
  if (random.chance(0.15)) offer.exclusiveOffer = true
  if (offer.ownerType !== 'Private') {
    const at = random.below(words.POLISH_AGENCIES.length)
    offer.agency = { id: 7000 + at, name: words.POLISH_AGENCIES[at] ?? '' }
  }
}
