import { each, type FieldsOf, flag, listOf, nullable, object, Ready, text, whole } from '../../answers/index.ts'
import { MAYBE_TEXT, maybeTexts, texts } from '../answer-head.ts'
import { drawnPhotosUrl, firstPhotoUrl, homePhotos, LINK, mapThumbs, PHOTOS, type PhotoWidth } from '../photos.ts'
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
  const photos = Ready.list(shown).inPlace
  const firstUrl = (width: PhotoWidth) =>
    firstPhotoUrl(listing ?? {}, drawnPhotosUrl('home', home.zpid, words), width, words)
  return {
    description: listing?.description ?? '',
    whatILove: listing?.whatILove ?? null,
    marketingName: building?.name ?? null,
    originalPhotos: photos,
    responsivePhotos: photos,
    hiResImageLink: firstUrl(1536),
    desktopWebHdpImageLink: firstUrl(768),
    streetViewImageUrl: null,
    photoCount: shown.length,
    thumb: [{ url: firstUrl(192) }],
    neighborhoodMapThumb: mapThumbs(home, words),
    virtualTourUrl: listing?.virtualTourUrl ?? null,
    thirdPartyVirtualTour:
      listing?.has3DTour && listing.virtualTourUrl ? { externalUrl: listing.virtualTourUrl } : null,
    hasPublicVideo: listing?.videoUrl !== undefined,
  }
}
