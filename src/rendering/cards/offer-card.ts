import {
  type AnswerOf,
  always,
  component,
  each,
  flag,
  instant,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  text,
  whole,
} from '../../answers/index.ts'
import type { Words } from '../../base/words.ts'
import { type RecordCards, UNLIKE } from '../../catalog/cards.ts'
import type { Point } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import { hasPhotos, pricePerMeter, shownPrice } from '../../model/offer-columns.ts'
import { polishCity } from '../../regions/polish-cities.ts'
import { MAYBE_TEXT, maybeTexts } from '../answer-head.ts'
import { drawnPhotosUrl, drawnUrls } from '../photos.ts'
import { MAYBE_POINT_FIELDS, pointOrMiddle } from '../place.ts'
import { offerSlug, offerUrl } from '../portal-urls.ts'

const MEDIUM_WIDTH = 384
const LARGE_WIDTH = 1536

export const OFFER = component(
  'Offer',
  object({
    id: large(),
    slug: text(),
    title: text(),
    url: text(),
    propertyType: oneOf(['Apartment', 'House', 'Plot', 'Commercial', 'Warehouse', 'Room', 'Garage', 'Investment']),
    searchType: oneOf(['For_Sale', 'For_Rent']),
    market: oneOf(['Primary', 'Secondary', ''], 'Empty if unknown.'),
    ownerType: oneOf(['Private', 'Agency', 'Developer', ''], 'Empty if unknown.'),
    price: nullable(number(), 'Null if unknown or hidden.'),
    currency: always('PLN'),
    pricePerMeter: nullable(number(), 'By m².'),
    rent: nullable(number(), 'Administrative rent per month.'),
    area: number('m²'),
    plotArea: nullable(number(), 'm²'),
    rooms: nullable(number()),
    floor: MAYBE_TEXT,
    floorsInBuilding: nullable(number()),
    yearBuilt: nullable(whole()),
    ...maybeTexts('buildingType', 'buildingMaterial', 'heating'),
    ...each(listOf(text()), 'extras', 'media'),
    ...each(flag(), 'hasPhotos', 'hasVideo', 'has3DView', 'openDay', 'exclusiveOffer', 'hidePrice'),
    ...each(instant(), 'createdAt', 'modifiedAt'),
    agency: nullable(object({ id: large(), name: text() })),
    images: listOf(object({ medium: text(), large: text() })),
    location: object({
      ...maybeTexts('street', 'district'),
      city: text(),
      county: text(),
      province: text(),
      ...MAYBE_POINT_FIELDS,
    }),
    description: text(),
  }),
)
type ShownOffer = AnswerOf<typeof OFFER>

/** The rows of area B. Nothing in them depends on today's date. */
export function offerCards(words: Words): RecordCards<Offer> {
  return { card: (offer) => JSON.stringify(offerRow(offer, words)), datedBytes: () => 0, date: () => UNLIKE }
}

function offerRow(offer: Offer, words: Words): ShownOffer {
  return {
    id: offer.offerId,
    slug: offerSlug(offer),
    title: offer.title,
    url: offerUrl(offer, words),
    propertyType: offer.propertyType,
    searchType: offer.searchType,
    market: offer.market ?? '',
    ownerType: offer.ownerType ?? '',
    price: shownPrice(offer) ?? null,
    currency: 'PLN',
    pricePerMeter: pricePerMeter(offer) ?? null,
    rent: offer.rent ?? null,
    area: offer.area,
    plotArea: offer.plotArea ?? null,
    rooms: offer.rooms ?? null,
    floor: offer.floor ?? null,
    floorsInBuilding: offer.floorsInBuilding ?? null,
    yearBuilt: offer.yearBuilt ?? null,
    buildingType: offer.buildingType ?? null,
    buildingMaterial: offer.buildingMaterial ?? null,
    heating: offer.heating ?? null,
    extras: offer.extras,
    media: offer.media,
    hasPhotos: hasPhotos(offer),
    hasVideo: offer.hasVideo === true,
    has3DView: offer.has3DView === true,
    openDay: offer.openDay === true,
    exclusiveOffer: offer.exclusiveOffer === true,
    hidePrice: offer.hidePrice === true,
    createdAt: new Date(offer.createdMs).toISOString(),
    modifiedAt: new Date(offer.modifiedMs).toISOString(),
    agency: offer.agency ? { id: offer.agency.id, name: offer.agency.name } : null,
    images: imagesOf(offer, words),
    location: {
      street: offer.street ?? null,
      district: offer.district ?? null,
      city: offer.city,
      county: offer.county,
      province: offer.province,
      ...pointOrMiddle(offer.point, () => middleOf(offer)),
    },
    description: offer.description,
  }
}

/** Only of a city that is a county of its own: there are villages of the same names. */
function middleOf({ city, county }: Offer): Point | undefined {
  const known = polishCity(city)
  return known?.county === county ? known.point : undefined
}

/** A source's photo has a single size, listed under both names. */
function imagesOf({ offerId, photos, drawnPhotos = 0 }: Offer, words: Words): ShownOffer['images'] {
  if (photos) return photos.map((url) => ({ medium: url, large: url }))
  const drawnAt = drawnPhotosUrl('offer', offerId, words)
  const largest = drawnUrls(drawnAt, drawnPhotos, LARGE_WIDTH)
  return drawnUrls(drawnAt, drawnPhotos, MEDIUM_WIDTH).map((medium, i) => ({ medium, large: largest[i] ?? medium }))
}
