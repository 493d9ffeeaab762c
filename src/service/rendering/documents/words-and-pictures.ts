import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import { flag, listOf, madeList, nullable, object, objectFrom, Ready, text, whole } from '../../../kit/answers/index.ts'
import { homePhotoUrl, LINK, mapThumbs, PHOTOS, type PhotoWidth } from '../photos.ts'
import type { Gathered } from './gathered.ts'

export const WORDS_AND_PICTURES = objectFrom<Gathered>()({
  description: [text('Empty if there is none.'), ({ home }) => home.listing?.description ?? ''],
  whatILove: [MAYBE_TEXT, ({ home }) => home.listing?.whatILove],
  marketingName: [MAYBE_TEXT, ({ building }) => building?.name],
  originalPhotos: [PHOTOS, ({ photos }) => Ready.list(photos)],
  responsivePhotos: [PHOTOS, ({ photos }) => Ready.list(photos)],
  hiResImageLink: [text(), firstPhoto(1536)],
  desktopWebHdpImageLink: [text(), firstPhoto(768)],
  streetViewImageUrl: [MAYBE_TEXT, () => null],
  photoCount: [whole(), ({ photos }) => photos.length],
  thumb: madeList(LINK, (gathered) => [firstPhoto(192)(gathered)]),
  neighborhoodMapThumb: [listOf(LINK), ({ home, surroundings }) => mapThumbs(home, surroundings.words)],
  virtualTourUrl: [MAYBE_TEXT, ({ home }) => home.listing?.virtualTourUrl],
  thirdPartyVirtualTour: [
    nullable(object({ externalUrl: text() })),
    ({ home: { listing } }) =>
      listing?.has3DTour && listing.virtualTourUrl ? { externalUrl: listing.virtualTourUrl } : null,
  ],
  hasPublicVideo: [flag(), ({ home }) => home.listing?.videoUrl !== undefined],
})

function firstPhoto(width: PhotoWidth): (gathered: Gathered) => string {
  return ({ home, surroundings }) => homePhotoUrl(home, width, surroundings.words)
}
