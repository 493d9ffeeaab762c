import { component, flag, listOf, made, object, objectFrom, Ready, text } from '../../../kit/answers/index.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Photo } from '../../../model/home.ts'
import { drawnPhotosUrl, noPhotoUrl, photoUrls } from '../photos.ts'

/** Maximum number of photos in a search result. The full document has all photos. */
const MAX_PHOTOS = 3

const MEDIUM_WIDTH = 384
const HIGH_WIDTH = 1536

/** The pictures of a home or a building. */
interface Place {
  readonly photos?: readonly Photo[]
  readonly drawnPhotos?: number
  readonly has3DTour?: true
  readonly videoUrl?: string
  readonly virtualTourUrl?: string
}

interface Pictured {
  readonly place: Place
  /** URLs of the first pictures, in two widths. */
  readonly medium: readonly string[]
  readonly highResolution: readonly string[]
  /** URL of the placeholder for a missing picture. */
  readonly noPhoto: string
}

const NOTHING = new Ready<object>('{}')

const itself = (pictured: Pictured) => pictured

const LINKS = objectFrom<Pictured>()({
  mediumSizeLink: [text(), ({ medium, noPhoto }) => medium[0] ?? noPhoto],
  highResolutionLink: [text(), ({ highResolution, noPhoto }) => highResolution[0] ?? noPhoto],
})

const ALL_PHOTOS = objectFrom<Pictured>()(
  {
    medium: [listOf(text()), ({ medium }) => medium],
    highResolution: [listOf(text()), ({ highResolution }) => highResolution],
  },
  'The first few pictures.',
)

export const MEDIA = component(
  'CardMedia',
  objectFrom<Pictured>()({
    propertyPhotoLinks: made(LINKS, itself),
    thirdPartyPhotoLinks: [object({}, 'Always empty.'), () => NOTHING],
    hasVRModel: [flag(), ({ place }) => place.has3DTour === true],
    hasVideos: [flag(), ({ place }) => place.videoUrl !== undefined],
    hasIMX: [flag(), () => false],
    hasApprovedThirdPartyVirtualTour: [flag(), ({ place }) => place.virtualTourUrl !== undefined],
    allPropertyPhotos: made(ALL_PHOTOS, itself),
  }),
)

export function picturesOf(place: Place = {}, noun: 'home' | 'building', id: number | string, words: Words): Pictured {
  const drawnAt = drawnPhotosUrl(noun, id, words)
  return {
    place,
    medium: photoUrls(place, drawnAt, MEDIUM_WIDTH, MAX_PHOTOS),
    highResolution: photoUrls(place, drawnAt, HIGH_WIDTH, MAX_PHOTOS),
    noPhoto: noPhotoUrl(words),
  }
}
