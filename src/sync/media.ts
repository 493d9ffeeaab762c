import type { JsonObject } from '../ingest/record-source.ts'
import { textIn } from './odata.ts'
import type { RecordName } from './resources.ts'

/** What pictures of each resource's records are called; without a category, it is a picture. */
const PICTURES: Readonly<Record<RecordName, ReadonlySet<string>>> = {
  Property: new Set(['', 'photo', 'propertyphoto', 'image']),
  Member: new Set(['', 'photo', 'agentphoto', 'image']),
  Office: new Set(['', 'photo', 'officephoto', 'officelogo', 'image']),
}

const OVER: ReadonlySet<string> = new Set(['canceled', 'cancelled', 'ended', 'deleted', 'inactive'])

/** The pictures that may be shown, the preferred one first and the others in their order. */
export function shownMedia(media: readonly JsonObject[], of: RecordName): readonly JsonObject[] {
  return media
    .filter((medium) => PICTURES[of].has(wordIn(medium, 'MediaCategory')) && mayBeShown(medium))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || compare(textIn(a, 'MediaKey'), textIn(b, 'MediaKey')))
}

function mayBeShown(medium: JsonObject): boolean {
  const { ResourceName: _of, Permission: permission, MlgCanView: canView } = medium
  const words = (Array.isArray(permission) ? permission : [permission ?? '']).map((word) => simple(String(word)))
  const isPublic = words.every((word) => word === '') || words.some((word) => ['public', 'idx'].includes(word))
  return isPublic && canView !== false && !OVER.has(wordIn(medium, 'MediaStatus')) && textIn(medium, 'MediaURL') !== ''
}

/** Numbers come as they were written. */
function rankOf(medium: JsonObject): number {
  if (medium.PreferredPhotoYN === true) return Number.NEGATIVE_INFINITY
  const order = Number.parseFloat(textIn(medium, 'Order'))
  return Number.isNaN(order) ? Number.MAX_SAFE_INTEGER : order
}

/** The open houses that take place, with both of their times, the first one first. */
export function heldOpenHouses(openHouses: readonly JsonObject[]): readonly JsonObject[] {
  return openHouses
    .filter((one) => !OVER.has(wordIn(one, 'OpenHouseStatus')) && isPublicKind(one) && lastsMs(one) > 0)
    .toSorted((a, b) => startOf(a) - startOf(b) || compare(textIn(a, 'OpenHouseKey'), textIn(b, 'OpenHouseKey')))
}

/** Tours for brokers and offices are not open to those who ask us. */
function isPublicKind(one: JsonObject): boolean {
  return ['', 'public', 'livestreampublic'].includes(wordIn(one, 'OpenHouseType'))
}

function startOf(one: JsonObject): number {
  return Date.parse(textIn(one, 'OpenHouseStartTime'))
}

function lastsMs(one: JsonObject): number {
  return Date.parse(textIn(one, 'OpenHouseEndTime')) - startOf(one)
}

/** Of the two spellings of a value, `Office Photo` and `OfficePhoto`, makes one. */
function wordIn(record: JsonObject, field: string): string {
  return simple(textIn(record, field))
}

function simple(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
