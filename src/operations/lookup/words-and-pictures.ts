import { headPhotoUrl, homePhotos, mapThumbs } from '../render-photos.ts'
import type { Gathered } from './gathered.ts'

/** What the seller says. */
export function text({ home: { listing }, building }: Gathered) {
  return {
    description: listing?.description ?? '',
    whatILove: listing?.whatILove ?? null,
    marketingName: building?.name ?? null,
  }
}

/** What the seller shows. */
export function photos({ home, surroundings: { words } }: Gathered) {
  const { listing } = home
  const shown = homePhotos(home, words)
  return {
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
