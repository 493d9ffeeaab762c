import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import type { HomePart, Listing, OpenHouse, Photo } from '../../../model/home.ts'
import { MEDIA_FIELDS, OPEN_HOUSE_FIELDS } from '../../../model/part-fields.ts'
import { type Finding, type Made, Rejection, Withheld } from '../finding.ts'
import type { RowContent } from '../noun.ts'
import { partNoun } from '../part-noun.ts'
import type { PartPlace } from '../part-store.ts'
import { compareKeys, comparePictures, isShownOpenHouse, isShownPicture, pictureOrder } from '../shown-parts.ts'

type MediaRecord = RecordOf<typeof MEDIA_FIELDS>
type OpenHouseRecord = RecordOf<typeof OPEN_HOUSE_FIELDS>

export const media = partNoun<Photo>({
  noun: 'media',
  plural: 'pictures',
  fields: MEDIA_FIELDS,
  partKey: 'MediaKey',
  needed: ['MediaURL'],
  fills: {
    MediaURL: 'url',
    Order: 'order',
    PreferredPhotoYN: 'order',
    ShortDescription: 'caption',
    ImageWidth: 'width',
  },
  make: makePhoto,
  ...inListing<Photo>({
    of: ({ photos = [] }) => photos,
    into: ({ photos: _photos, ...listing }, parts) => {
      const photos = parts.toSorted((a, b) => comparePictures(a, b) || compareKeys(a.key ?? '', b.key ?? ''))
      return { ...listing, ...(photos.length > 0 && { photos }) }
    },
  }),
})

export const openHouses = partNoun<OpenHouse>({
  noun: 'openHouse',
  plural: 'open houses',
  fields: OPEN_HOUSE_FIELDS,
  partKey: 'OpenHouseKey',
  needed: ['OpenHouseStartTime', 'OpenHouseEndTime'],
  fills: { OpenHouseStartTime: 'startMs', OpenHouseEndTime: 'endMs' },
  make: makeOpenHouse,
  ...inListing<OpenHouse>({
    of: ({ openHouses: known = [] }) => known,
    into: ({ openHouses: _openHouses, ...listing }, parts) => {
      const held = parts.toSorted((a, b) => a.startMs - b.startMs || compareKeys(a.key ?? '', b.key ?? ''))
      return { ...listing, ...(held.length > 0 && { openHouses: held }) }
    },
  }),
})

/** Returns how to read and replace parts that a home stores in its listing. Homes without a listing have none. */
function inListing<P extends HomePart>(place: {
  of(listing: Listing): readonly P[]
  into(listing: Listing, parts: readonly P[]): Listing
}): PartPlace<P> {
  return {
    of: ({ listing }) => listing && place.of(listing),
    into: (home, parts) => (home.listing ? { ...home, listing: place.into(home.listing, parts) } : home),
  }
}

function makePhoto({ record }: RowContent): Made<Photo> | Withheld {
  const given: MediaRecord = record // the row reader checked the fields' kinds
  const { MediaURL: url = '', MediaCategory: category = '', MediaStatus: status = '', Permission = [] } = given
  const shown = { category, status, permissions: Permission, canView: given.MlgCanView, url }
  if (!isShownPicture(shown, 'home')) return withheld(url === '' ? 'no address' : [category, status, ...Permission])
  const photo = compact<Photo>({
    url,
    caption: given.ShortDescription,
    width: given.ImageWidth,
    order: pictureOrder(given.PreferredPhotoYN === true, given.Order),
  })
  return { record: photo, findings: [] }
}

function makeOpenHouse({ record }: RowContent): Made<OpenHouse> | Withheld | Rejection {
  const given: OpenHouseRecord = record // the row reader checked the fields' kinds
  const { OpenHouseStatus: status = '', OpenHouseType: type = '', OpenHouseStartTime, OpenHouseEndTime } = given
  if (!isShownOpenHouse({ status, type, canView: given.MlgCanView })) return withheld([status, type])
  if (OpenHouseStartTime !== undefined && OpenHouseEndTime !== undefined && OpenHouseEndTime > OpenHouseStartTime)
    return { record: { startMs: OpenHouseStartTime, endMs: OpenHouseEndTime }, findings: [] }
  const why = 'an open house needs a beginning, and an end after it'
  return new Rejection('open-house.times', 'The open house lacks a beginning or an end, or ends before it begins.', why)
}

export function withheld(told: string | readonly string[]): Withheld {
  const words = [told].flat().filter((word) => word !== '')
  const finding: Finding = {
    rule: 'part.withheld',
    sentence:
      'The row has ended, is not public, or is of another kind. It is not shown, and is removed if it was shown.',
    detail: words.length === 0 ? 'it may not be shown' : words.join(', '),
  }
  return new Withheld([finding])
}
