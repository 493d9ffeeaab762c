import { component, each, flag, listOf, object, text } from '../../answers/index.ts'
import type { Words } from '../../base/words.ts'
import type { Photo } from '../../model/home.ts'
import { drawnPhotosUrl, noPhotoUrl, photoUrls } from '../photos.ts'
import { escaped, textJson } from './json-text.ts'

export const MEDIA = component(
  'CardMedia',
  object({
    propertyPhotoLinks: object({ mediumSizeLink: text(), highResolutionLink: text() }),
    thirdPartyPhotoLinks: object({}, 'Always empty.'),
    ...each(flag(), 'hasVRModel', 'hasVideos', 'hasIMX', 'hasApprovedThirdPartyVirtualTour'),
    allPropertyPhotos: object({ medium: listOf(text()), highResolution: listOf(text()) }, 'The first few.'),
  }),
)

/** Photos in a card: enough to leaf through. The full document has all of them. */
const MAX_PHOTOS = 3

const MEDIUM_WIDTH = 384
const HIGH_WIDTH = 1536

/** What `media` is built from: a listing or a building. */
interface Pictured {
  readonly photos?: readonly Photo[]
  readonly drawnPhotos?: number
  readonly has3DTour?: true
  readonly videoUrl?: string
  readonly virtualTourUrl?: string
}

/** `media` of a card, as JSON; without photos, the links lead to the placeholder. */
export function cardMedia(
  pictured: Pictured = {},
  noun: 'home' | 'building',
  id: number | string,
  words: Words,
): string {
  const drawnAt = escaped(drawnPhotosUrl(noun, id, words))
  const medium = urlsJson(pictured, drawnAt, MEDIUM_WIDTH)
  const high = urlsJson(pictured, drawnAt, HIGH_WIDTH)
  const links =
    `"mediumSizeLink":${medium[0] ?? textJson(noPhotoUrl(words))},` +
    `"highResolutionLink":${high[0] ?? textJson(noPhotoUrl(words))}`
  return (
    `{"propertyPhotoLinks":{${links}},"thirdPartyPhotoLinks":{}` +
    `,"hasVRModel":${pictured.has3DTour === true},"hasVideos":${pictured.videoUrl !== undefined},"hasIMX":false` +
    `,"hasApprovedThirdPartyVirtualTour":${pictured.virtualTourUrl !== undefined}` +
    `,"allPropertyPhotos":{"medium":[${medium.join(',')}],"highResolution":[${high.join(',')}]}}`
  )
}

/** @param drawnAt Escaped already; what is appended to it in a URL needs no escapes. */
function urlsJson(pictured: Pictured, drawnAt: string, width: typeof MEDIUM_WIDTH | typeof HIGH_WIDTH): string[] {
  const urls = photoUrls(pictured, drawnAt, width, MAX_PHOTOS)
  return pictured.photos ? urls.map(textJson) : urls.map((url) => `"${url}"`)
}
