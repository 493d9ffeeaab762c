import type { Photo } from '../../model/home.ts'
import type { Words } from '../operation.ts'
import { drawnPlace, noPhotoUrl, photoUrls } from '../render-photos.ts'

/** Photos in a card: enough to leaf through; all of them stand in the full document. */
const PHOTOS = 3

const MEDIUM_WIDTH = 384
const HIGH_WIDTH = 1536

/** What `media` is made from: a listing, or a building. */
interface Pictured {
  readonly photos?: readonly Photo[]
  readonly drawnPhotos?: number
  readonly has3DTour?: true
  readonly videoUrl?: string
  readonly virtualTourUrl?: string
}

/** `media` of a card; without a photo the links lead to the picture which says so. */
export function cardMedia(pictured: Pictured = {}, noun: 'home' | 'building', id: number | string, words: Words) {
  const drawnAt = drawnPlace(noun, id, words)
  const medium = photoUrls(pictured, drawnAt, MEDIUM_WIDTH, PHOTOS)
  const highResolution = photoUrls(pictured, drawnAt, HIGH_WIDTH, PHOTOS)
  return {
    propertyPhotoLinks: {
      mediumSizeLink: medium[0] ?? noPhotoUrl(words),
      highResolutionLink: highResolution[0] ?? noPhotoUrl(words),
    },
    thirdPartyPhotoLinks: {},
    hasVRModel: pictured.has3DTour === true,
    hasVideos: pictured.videoUrl !== undefined,
    hasIMX: false,
    hasApprovedThirdPartyVirtualTour: pictured.virtualTourUrl !== undefined,
    allPropertyPhotos: { medium, highResolution },
  }
}
