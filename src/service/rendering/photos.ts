import { type AnswerOf, component, listOf, object, objectFrom, Ready, text, whole } from '../../kit/answers/index.ts'
import type { Words } from '../../kit/base/words.ts'
import type { Agent } from '../../model/agent.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import type { HomeBrief } from '../../model/home-brief.ts'
import { buildingViews, type DrawnView, homeViews } from '../pictures/drawn-views.ts'

/** The widths in pixels in which pictures are offered. */
export const PHOTO_WIDTHS = [192, 384, 576, 768, 960, 1152, 1344, 1536] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

const SOURCES = listOf(
  component('PhotoSource', object({ url: text(), width: whole('Pixels across.') })),
  'Narrowest first.',
)

const PHOTO = component(
  'Photo',
  object({
    caption: text('Empty if there is none.'),
    mixedSources: object({ jpeg: SOURCES, webp: SOURCES }, 'The picture in several widths.'),
  }),
)

export const PHOTOS = listOf(PHOTO, 'In the order of the listing.')

/** One picture, as answers show it. */
export type ShownPhoto = AnswerOf<typeof PHOTO>

export const LINK = component('PictureLink', objectFrom<string>()({ url: [text(), (url) => url] }))

/** Returns the listing's pictures in order. For an invented home, returns pictures drawn by Plat. */
export function homePhotos(home: Home, words: Words): readonly Ready<ShownPhoto>[] {
  return photosOf(home.listing ?? {}, () => homeViews(home), drawnPhotosUrl('home', home.zpid, words))
}

export function buildingPhotos(building: Building, words: Words): readonly Ready<ShownPhoto>[] {
  return photosOf(building, () => buildingViews(building), drawnPhotosUrl('building', building.lotId, words))
}

/** Returns the pictures of a source, or else drawn pictures with the caption of their view. */
function photosOf(
  { photos, drawnPhotos = 0 }: Pick<Building, 'photos' | 'drawnPhotos'>,
  viewsOf: () => readonly DrawnView[],
  drawnAt: string,
): readonly Ready<ShownPhoto>[] {
  if (photos) return photos.map(({ caption, url }) => photoOf(caption, () => url))
  const views = drawnPhotos > 0 ? viewsOf() : []
  return Array.from({ length: drawnPhotos }, (_, index) =>
    photoOf(views[index % views.length]?.caption, (width) => drawnUrl(drawnAt, index, width)),
  )
}

/** Returns the URLs of the first pictures in one width. Faster than building the full list of pictures. */
export function photoUrls(
  { photos, drawnPhotos = 0 }: Pick<Building, 'photos' | 'drawnPhotos'>,
  drawnAt: string,
  width: PhotoWidth,
  limit: number,
): string[] {
  if (photos) return photos.slice(0, limit).map((photo) => photo.url)
  return drawnUrls(drawnAt, Math.min(drawnPhotos, limit), width)
}

/** Returns the URLs of all pictures that Plat draws for a record, in one width. */
export function drawnUrls(drawnAt: string, count: number, width: PhotoWidth): string[] {
  const urls: string[] = []
  for (let index = 0; index < count; index++) urls.push(drawnUrl(drawnAt, index, width))
  return urls
}

/** Returns the base URL of a record's drawn pictures. */
export function drawnPhotosUrl(
  noun: 'home' | 'building' | 'offer' | 'experience',
  id: number | string,
  words: Words,
): string {
  return `${words.mediaOrigin}/media/${noun}/${id}`
}

/** Returns the URL of the placeholder for a missing picture. */
export function noPhotoUrl(words: Words): string {
  return `${words.mediaOrigin}/media/none.svg`
}

/** Returns the URL of the first picture in one width, or of the placeholder. */
export function firstPhotoUrl(
  place: Pick<Building, 'photos' | 'drawnPhotos'>,
  drawnAt: string,
  width: PhotoWidth,
  words: Words,
): string {
  return photoUrls(place, drawnAt, width, 1)[0] ?? noPhotoUrl(words)
}

export function homePhotoUrl({ zpid, listing }: HomeBrief, width: PhotoWidth, words: Words): string {
  return firstPhotoUrl(listing ?? {}, drawnPhotosUrl('home', zpid, words), width, words)
}

/** Returns small maps of the area. Plat draws maps only for invented homes. */
export function mapThumbs({ zpid, listing }: Home, words: Words): readonly AnswerOf<typeof LINK>[] {
  return listing?.drawnPhotos === undefined ? [] : [LINK.of(`${words.mediaOrigin}/media/map/${zpid}.svg`)]
}

export function portraitUrl({ agentId, photoUrl, drawnPhoto }: Agent, words: Words): string | null {
  return photoUrl ?? (drawnPhoto ? `${words.mediaOrigin}/media/agent/${agentId}.svg` : null)
}

/** Returns the URL of one picture that Plat draws for a record. */
export function drawnUrl(drawnAt: string, index: number, width: number): string {
  return `${drawnAt}/${index + 1}-${width}.svg`
}

/**
 * Returns a picture in all widths and formats. A source's picture has only one size, which is listed under all of them,
 * because browsers scale it. Writes the JSON by hand, because pictures are a third of a document.
 */
function photoOf(caption: string | undefined, urlOf: (width: number) => string): Ready<ShownPhoto> {
  const sources = PHOTO_WIDTHS.map((width) => `{"url":${JSON.stringify(urlOf(width))},"width":${width}}`).join(',')
  return new Ready(
    `{"caption":${JSON.stringify(caption ?? '')},"mixedSources":{"jpeg":[${sources}],"webp":[${sources}]}}`,
  )
}
