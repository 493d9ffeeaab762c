import { each, type FieldsOf, flag, listOf, nullable, object, text, whole } from '../../answers/index.ts'
import { MAYBE_TEXT, maybeTexts, texts } from '../answer-head.ts'
import { headPhotoUrl, homePhotos, LINK, mapThumbs, PHOTOS } from '../photos.ts'
import type { Gathered } from './gathered.ts'

export const WORDS_AND_PICTURES = {
  description: text('Empty if there is none.'),
  ...maybeTexts('whatILove', 'marketingName', 'virtualTourUrl'),
  ...each(PHOTOS, 'originalPhotos', 'responsivePhotos'),
  ...texts('hiResImageLink', 'desktopWebHdpImageLink'),
  streetViewImageUrl: MAYBE_TEXT,
  photoCount: whole(),
  ...each(listOf(LINK), 'thumb', 'neighborhoodMapThumb'),
  thirdPartyVirtualTour: nullable(object({ externalUrl: text() })),
  hasPublicVideo: flag(),
}

/** The description and the pictures. */
export function wordsAndPictures({
  home,
  building,
  surroundings: { words },
}: Gathered): FieldsOf<typeof WORDS_AND_PICTURES> {
  const { listing } = home
  const shown = homePhotos(home, words)
  return {
    description: listing?.description ?? '',
    whatILove: listing?.whatILove ?? null,
    marketingName: building?.name ?? null,
    originalPhotos: shown,
    responsivePhotos: shown,
    hiResImageLink: headPhotoUrl(shown, 1536, words),
    desktopWebHdpImageLink: headPhotoUrl(shown, 768, words),
    streetViewImageUrl: null,
    photoCount: shown.length,
    thumb: [{ url: headPhotoUrl(shown, 192, words) }],
    neighborhoodMapThumb: mapThumbs(home, words),
    virtualTourUrl: listing?.virtualTourUrl ?? null,
    thirdPartyVirtualTour:
      listing?.has3DTour && listing.virtualTourUrl ? { externalUrl: listing.virtualTourUrl } : null,
    hasPublicVideo: listing?.videoUrl !== undefined,
  }
}
