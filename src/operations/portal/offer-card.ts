import type { RecordCards } from '../../catalog/cards.ts'
import type { Offer } from '../../model/offer.ts'
import { hasPhotos, pricePerMeter, shownPrice } from '../../model/offer-columns.ts'
import type { Words } from '../operation.ts'
import { offerSlug, offerUrl } from '../portal-urls.ts'
import { drawnPlace, drawnUrls } from '../render-photos.ts'

const MEDIUM_WIDTH = 384
const LARGE_WIDTH = 1536

/** The rows of area B. Nothing in them follows today's date. */
export function offerCards(words: Words): RecordCards<Offer> {
  return { card: (offer) => JSON.stringify(offerRow(offer, words)), date() {} }
}

function offerRow(offer: Offer, words: Words) {
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
      latitude: offer.point.latitude,
      longitude: offer.point.longitude,
    },
    description: offer.description,
  }
}

/** A source's photo has one size, which stands under both names. */
function imagesOf({ offerId, photos, drawnPhotos = 0 }: Offer, words: Words) {
  if (photos) return photos.map((url) => ({ medium: url, large: url }))
  const drawnAt = drawnPlace('offer', offerId, words)
  const large = drawnUrls(drawnAt, drawnPhotos, LARGE_WIDTH)
  return drawnUrls(drawnAt, drawnPhotos, MEDIUM_WIDTH).map((medium, i) => ({ medium, large: large[i] ?? medium }))
}
