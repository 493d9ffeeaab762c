import type { JsonObject } from '../ingest/record-source.ts'
import { compareKeys, comparePictures, isShownOpenHouse, isShownPicture, pictureOrder } from '../ingest/shown-parts.ts'
import { textIn } from './odata.ts'
import { RESOURCES, type RecordName } from './resources.ts'

/** Returns the pictures that may be shown, preferred picture first. */
export function shownMedia(media: readonly JsonObject[], of: RecordName): readonly JsonObject[] {
  return media
    .filter((medium) => mayBeShown(medium, of))
    .toSorted(
      (a, b) => comparePictures(orderOf(a), orderOf(b)) || compareKeys(textIn(a, 'MediaKey'), textIn(b, 'MediaKey')),
    )
}

function mayBeShown(medium: JsonObject, of: RecordName): boolean {
  const { Permission: permission, MlgCanView: canView } = medium
  const fields = {
    category: textIn(medium, 'MediaCategory'),
    status: textIn(medium, 'MediaStatus'),
    permissions: (Array.isArray(permission) ? permission : [permission ?? '']).map(String),
    canView: canView !== false,
    url: textIn(medium, 'MediaURL'),
  }
  return isShownPicture(fields, RESOURCES[of].noun)
}

/** Numbers in rows are strings, as the server wrote them. */
function orderOf(medium: JsonObject): { readonly order?: number } {
  const order = pictureOrder(medium.PreferredPhotoYN === true, Number.parseFloat(textIn(medium, 'Order')))
  return order === undefined ? {} : { order }
}

/** Returns the open houses that take place, are public and end after they start, sorted by time. */
export function heldOpenHouses(openHouses: readonly JsonObject[]): readonly JsonObject[] {
  return openHouses
    .filter((one) => lastsMs(one) > 0 && mayBeAttended(one))
    .toSorted((a, b) => startOf(a) - startOf(b) || compareKeys(textIn(a, 'OpenHouseKey'), textIn(b, 'OpenHouseKey')))
}

function mayBeAttended(one: JsonObject): boolean {
  const [status, type] = [textIn(one, 'OpenHouseStatus'), textIn(one, 'OpenHouseType')]
  return isShownOpenHouse({ status, type, canView: one.MlgCanView !== false })
}

function startOf(one: JsonObject): number {
  return Date.parse(textIn(one, 'OpenHouseStartTime'))
}

function lastsMs(one: JsonObject): number {
  return Date.parse(textIn(one, 'OpenHouseEndTime')) - startOf(one)
}
