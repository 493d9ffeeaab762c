import { STORED_WORDS } from '../../../catalog/facts/card-words.ts'
import { FACTS_END, type RecordCards } from '../../../catalog/ports/cards.ts'
import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import {
  component,
  fixed,
  flag,
  instant,
  large,
  listOf,
  made,
  maybeMade,
  nullable,
  number,
  object,
  objectFrom,
  oneOf,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Point } from '../../../model/home.ts'
import type { Offer } from '../../../model/offer.ts'
import { hasPhotos, pricePerMeter, shownPrice } from '../../../model/offer-columns.ts'
import { polishCity } from '../../../places/regions/polish-cities.ts'
import { drawnPhotosUrl, drawnUrls } from '../photos.ts'
import { MAYBE_POINT, pointOrMiddle } from '../place.ts'
import { offerSlug, offerUrl } from '../portal-urls.ts'

const MEDIUM_WIDTH = 384
const LARGE_WIDTH = 1536

const TEXTS = listOf(text())
const MAYBE_NUMBER = nullable(number())

const AGENCY = objectFrom<NonNullable<Offer['agency']>>()({
  id: [large(), ({ id }) => id],
  name: [text(), ({ name }) => name],
})

const LOCATION = objectFrom<Offer>()({
  street: [MAYBE_TEXT, ({ street }) => street],
  district: [MAYBE_TEXT, ({ district }) => district],
  city: [text(), ({ city }) => city],
  county: [text(), ({ county }) => county],
  province: [text(), ({ province }) => province],
  ...MAYBE_POINT.within((offer: Offer) => pointOrMiddle(offer.point, () => middleOf(offer))),
})

export const OFFER = component(
  'Offer',
  objectFrom<Offer & { readonly words: Words }>()({
    id: [large(), ({ offerId }) => offerId],
    slug: [text(), offerSlug],
    title: [text(), ({ title }) => title],
    url: [text(), (offer) => offerUrl(offer, offer.words)],
    propertyType: [
      oneOf(['Apartment', 'House', 'Plot', 'Commercial', 'Warehouse', 'Room', 'Garage', 'Investment']),
      ({ propertyType }) => propertyType,
    ],
    searchType: [oneOf(['For_Sale', 'For_Rent']), ({ searchType }) => searchType],
    market: [oneOf(['Primary', 'Secondary', ''], 'Empty if unknown.'), ({ market }) => market ?? ''],
    ownerType: [oneOf(['Private', 'Agency', 'Developer', ''], 'Empty if unknown.'), ({ ownerType }) => ownerType ?? ''],
    price: [nullable(number(), 'Null if unknown or hidden.'), shownPrice],
    currency: fixed('PLN'),
    pricePerMeter: [nullable(number(), 'By m².'), pricePerMeter],
    rent: [nullable(number(), 'Administrative rent per month.'), ({ rent }) => rent],
    area: [number('m²'), ({ area }) => area],
    plotArea: [nullable(number(), 'm²'), ({ plotArea }) => plotArea],
    rooms: [MAYBE_NUMBER, ({ rooms }) => rooms],
    floor: [MAYBE_TEXT, ({ floor }) => floor],
    floorsInBuilding: [MAYBE_NUMBER, ({ floorsInBuilding }) => floorsInBuilding],
    yearBuilt: [nullable(whole()), ({ yearBuilt }) => yearBuilt],
    buildingType: [MAYBE_TEXT, ({ buildingType }) => buildingType],
    buildingMaterial: [MAYBE_TEXT, ({ buildingMaterial }) => buildingMaterial],
    heating: [MAYBE_TEXT, ({ heating }) => heating],
    extras: [TEXTS, ({ extras }) => extras],
    media: [TEXTS, ({ media }) => media],
    hasPhotos: [flag(), hasPhotos],
    hasVideo: [flag(), ({ hasVideo }) => hasVideo === true],
    has3DView: [flag(), ({ has3DView }) => has3DView === true],
    openDay: [flag(), ({ openDay }) => openDay === true],
    exclusiveOffer: [flag(), ({ exclusiveOffer }) => exclusiveOffer === true],
    hidePrice: [flag(), ({ hidePrice }) => hidePrice === true],
    createdAt: [instant(), ({ createdMs }) => new Date(createdMs).toISOString()],
    modifiedAt: [instant(), ({ modifiedMs }) => new Date(modifiedMs).toISOString()],
    agency: maybeMade(nullable(AGENCY), AGENCY, ({ agency }) => agency),
    images: [listOf(object({ medium: text(), large: text() })), imagesOf],
    location: made(LOCATION, (offer) => offer),
    description: [text(), ({ description }) => description],
  }),
)

const writeOffer = OFFER.writer()

/** Search results of area B (offers). They do not depend on the day. */
export const OFFER_CARDS: RecordCards<Offer> = {
  card: (offer) => FACTS_END + writeOffer({ ...offer, words: STORED_WORDS }),
  head: () => '',
}

/** Returns the middle of a city that is a county itself. Other cities share their names with villages. */
function middleOf({ city, county }: Offer): Point | undefined {
  const polish = polishCity(city)
  return polish?.county === county ? polish.point : undefined
}

/**
 * Returns the images, each in a medium and a large size. A source's photo has only one size, so both keys have the same
 * URL.
 */
function imagesOf({ offerId, photos, drawnPhotos = 0, words }: Offer & { readonly words: Words }) {
  if (photos) return photos.map((url) => ({ medium: url, large: url }))
  const drawnAt = drawnPhotosUrl('offer', offerId, words)
  const largest = drawnUrls(drawnAt, drawnPhotos, LARGE_WIDTH)
  return drawnUrls(drawnAt, drawnPhotos, MEDIUM_WIDTH).map((medium, i) => ({ medium, large: largest[i] ?? medium }))
}
