import { sourceName } from '../../../catalog/ports/source-name.ts'
import { dayOf } from '../../../kit/base/clock.ts'
import type { Home, OpenHouse } from '../../../model/home.ts'
import { drawnPhotosUrl, drawnUrl, portraitUrl } from '../../../service/rendering/photos.ts'
import { dictionaryNames } from '../dictionary/names.ts'
import { shownMoment } from '../language/moments.ts'
import { asTheyAre, bare, type Field, field, keyField, LOCAL, onlyThese } from './field.ts'
import { lookupKey } from './lookup-values.ts'
import type { Row } from './row.ts'

type RowOf<N extends Row['noun']> = Extract<Row, { noun: N }>

/** Returns a function that declares fields for rows of one record type. Other rows have no value in them. */
function fieldsOf<N extends Row['noun']>(noun: N) {
  return (...declaration: Parameters<typeof field<RowOf<N>>>): Field<Row> => {
    const own = field(...declaration)
    return { ...own, read: (row) => (row.noun === noun ? own.read(row as RowOf<N>) : undefined) } // `noun` was checked
  }
}

/** Returns a function that declares fields with values of a record's keys, for one record type. */
function keysOf<N extends 'agent' | 'office'>(noun: N) {
  type Subject = RowOf<N>['record']
  return (...declaration: Parameters<typeof keyField<Subject>>): Field<Row> => {
    const own = keyField<Subject>(...declaration)
    return { ...own, read: (row) => (row.noun === noun ? own.read(row.record as Subject) : undefined) } // `noun` was checked
  }
}

const moment = (noun: Row['noun']) =>
  fieldsOf(noun)(
    'ModificationTimestamp',
    'Edm.DateTimeOffset',
    'When the record last changed in this service.',
    ({ sequence }) => shownMoment(sequence),
  )

const LANGUAGE_OF = dictionaryNames('reso-members').get('Languages')?.words ?? new Map<string, string>()
const languageFor = (value: string) => LANGUAGE_OF.get(value) ?? value

const ofAgent = fieldsOf('agent')
const keyOfAgent = keysOf('agent')

export const MEMBER_FIELDS: readonly Field<Row>[] = [
  ofAgent('MemberKey', 'Edm.String', 'The id of the agent in this service.', ({ key }) => key),
  moment('agent'),
  ofAgent('MemberFullName', 'Edm.String', 'Name.', ({ record }) => record.name),
  ofAgent('MemberUsername', 'Edm.String', 'Name in the addresses of pages.', ({ record }) => record.username, LOCAL),
  keyOfAgent('MemberPreferredPhone', 'Edm.String', 'Phone number.', 'phone'),
  keyOfAgent('MemberEmail', 'Edm.String', 'Email address.', 'email'),
  keyOfAgent('MemberStateLicense', 'Edm.String', 'License number.', 'licenseNumber'),
  keyOfAgent('MemberMlsId', 'Edm.String', "Agent's number at the multiple listing service.", 'memberMlsId'),
  keyOfAgent('OfficeKey', 'Edm.String', 'Key of the office.', 'officeId'),
  ofAgent(
    'OfficeName',
    'Edm.String',
    'Name of the office.',
    ({ record, beside }) => beside.offices.get(record.officeId ?? '')?.record.name,
    { heldBy: ['officeId'], needsPeople: true },
  ),
  keyOfAgent('MemberCity', 'Edm.String', 'City.', 'city'),
  keyOfAgent('MemberStateOrProvince', 'Edm.String', 'State.', 'state', { words: asTheyAre('state') }),
  keyOfAgent('MemberBio', 'Edm.String', "The agent's self-description.", 'description'),
  ofAgent('MemberLanguages', 'Edm.String', 'Languages.', ({ record }) => record.languages?.map(languageFor), {
    isList: true,
    heldBy: ['languages'],
    words: { keys: ['languages'], wordFor: languageFor, standard: new Set(LANGUAGE_OF.values()) },
  }),
  keyOfAgent('Specialties', 'Edm.String', "The agent's specialties.", 'specialties', {
    ...LOCAL,
    isList: true,
    words: asTheyAre('specialties'),
  }),
  keyOfAgent('TopAgentYN', 'Edm.Boolean', 'Whether the source marks the agent as outstanding.', 'isTopAgent', LOCAL),
  keyOfAgent('InBusinessSince', 'Edm.Int64', 'Year the agent started in business.', 'inBusinessSince', LOCAL),
  keyOfAgent('SourceSystemID', 'Edm.String', 'Name of the source in this service.', 'source'),
  ofAgent('SourceSystemName', 'Edm.String', 'Name that the source requires to be shown.', ({ record, beside }) =>
    sourceName(beside.about, record),
  ),
]

const ofOffice = fieldsOf('office')
const keyOfOffice = keysOf('office')

export const OFFICE_FIELDS: readonly Field<Row>[] = [
  ofOffice('OfficeKey', 'Edm.String', 'The id of the office in this service.', ({ key }) => key),
  moment('office'),
  ofOffice('OfficeName', 'Edm.String', 'Name.', ({ record }) => record.name),
  keyOfOffice('OfficePhone', 'Edm.String', 'Phone number.', 'phone'),
  keyOfOffice('OfficeCity', 'Edm.String', 'City.', 'city'),
  keyOfOffice('OfficeStateOrProvince', 'Edm.String', 'State.', 'state', { words: asTheyAre('state') }),
  keyOfOffice('SourceSystemID', 'Edm.String', 'Name of the source in this service.', 'source'),
  ofOffice('SourceSystemName', 'Edm.String', 'Name that the source requires to be shown.', ({ record, beside }) =>
    sourceName(beside.about, record),
  ),
]

/** The width in pixels at which pages show drawn pictures. */
const DRAWN_WIDTH = 1152

/** Returns the number of pictures of a record: photos of a listing, or the portrait of an agent. */
export function pictureCount(row: Row): number {
  switch (row.noun) {
    case 'home':
      return row.record.listing?.photos?.length ?? row.record.listing?.drawnPhotos ?? 0
    case 'offer':
      return row.record.photos?.length ?? row.record.drawnPhotos ?? 0
    case 'agent':
      return portraitUrl(row.record, row.beside.words) === null ? 0 : 1
    default:
      return 0
  }
}

function pictureUrl(row: Row): string | undefined {
  const { part, beside } = row
  if (row.noun === 'agent') return portraitUrl(row.record, beside.words) ?? undefined
  if (row.noun === 'home')
    return row.record.listing?.photos?.[part]?.url ?? drawn('home', row.record.zpid, part, beside.words)
  if (row.noun === 'offer') return row.record.photos?.[part] ?? drawn('offer', row.record.offerId, part, beside.words)
  return undefined
}

function drawn(noun: 'home' | 'offer', id: number, part: number, words: Row['beside']['words']): string {
  return drawnUrl(drawnPhotosUrl(noun, id, words), part, DRAWN_WIDTH)
}

function photoOf(row: Row) {
  return row.noun === 'home' ? row.record.listing?.photos?.[row.part] : undefined
}

/** The number of digits of a part's number in a key. A fixed number makes keys sort in the order of the parts. */
const PART_DIGITS = 4

/** Returns the key of a row that shows a part of a record. */
export function partKey({ key, part }: Pick<Row, 'key' | 'part'>): string {
  return `${key}-${String(part + 1).padStart(PART_DIGITS, '0')}`
}

const OWNER_MOMENT = field(
  'ModificationTimestamp',
  'Edm.DateTimeOffset',
  'When the record of the picture or open house last changed in this service.',
  ({ sequence }) => shownMoment(sequence),
)

export const MEDIA_FIELDS: readonly Field<Row>[] = [
  field('MediaKey', 'Edm.String', 'Key of the record and number of the picture.', partKey),
  OWNER_MOMENT,
  field(
    'ResourceName',
    'Edm.String',
    'Resource that the picture belongs to.',
    ({ noun }) => (noun === 'agent' ? 'Member' : 'Property'),
    {
      words: onlyThese('Property', 'Member'),
    },
  ),
  field('ResourceRecordKey', 'Edm.String', 'Key of the record that the picture belongs to.', ({ key }) => key),
  field('ResourceRecordID', 'Edm.String', 'Public listing number.', (row) =>
    row.noun === 'home' ? row.record.listing?.mlsId : undefined,
  ),
  field('MediaURL', 'Edm.String', 'Address of the picture.', pictureUrl),
  field('Order', 'Edm.Int64', 'Position among the pictures, from 1.', ({ part }) => part + 1),
  field('PreferredPhotoYN', 'Edm.Boolean', 'Whether the picture comes first.', ({ part }) => part === 0),
  field('MediaCategory', 'Edm.String', 'Kind of medium.', ({ noun }) => (noun === 'agent' ? 'Agent Photo' : 'Photo'), {
    words: onlyThese('Photo', 'Agent Photo'),
  }),
  field('ShortDescription', 'Edm.String', 'What it shows.', (row) => photoOf(row)?.caption),
  field('ImageWidth', 'Edm.Int64', 'Width in pixels.', (row) => photoOf(row)?.width),
]

function openHouse(row: Row): OpenHouse | undefined {
  return row.noun === 'home' ? row.record.listing?.openHouses?.[row.part] : undefined
}

export function openHouseCount(row: Row): number {
  return row.noun === 'home' ? (row.record.listing?.openHouses?.length ?? 0) : 0
}

/** Date formats by time zone. Creating a format is slow. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns the date on which an open house begins, in the home's time zone. */
function openHouseDay(row: Row): string | undefined {
  const shown = openHouse(row)
  if (shown === undefined || row.noun !== 'home') return undefined
  const { timeZone } = row.record.address satisfies Home['address']
  if (timeZone === undefined) return dayOf(shown.startMs)
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  dayFormats.set(timeZone, format)
  return format.format(shown.startMs)
}

export const OPEN_HOUSE_FIELDS: readonly Field<Row>[] = [
  field('OpenHouseKey', 'Edm.String', 'Key of the listing and number of the open house.', partKey),
  OWNER_MOMENT,
  field('ListingKey', 'Edm.String', 'Key of the listing.', ({ key }) => key),
  field('ListingId', 'Edm.String', 'Public listing number.', (row) =>
    row.noun === 'home' ? row.record.listing?.mlsId : undefined,
  ),
  field('OpenHouseDate', 'Edm.Date', 'Day on which the open house begins, in the time zone of the home.', openHouseDay),
  field('OpenHouseStartTime', 'Edm.DateTimeOffset', 'When the open house begins.', (row) =>
    inMicroseconds(openHouse(row)?.startMs),
  ),
  field('OpenHouseEndTime', 'Edm.DateTimeOffset', 'When the open house ends.', (row) =>
    inMicroseconds(openHouse(row)?.endMs),
  ),
]

function inMicroseconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms * 1000
}

const ofLookup = fieldsOf('lookup')

export const LOOKUP_FIELDS: readonly Field<Row>[] = [
  ofLookup('LookupKey', 'Edm.String', 'Name and value.', ({ record }) => lookupKey(record)),
  moment('lookup'),
  ofLookup('LookupName', 'Edm.String', 'Name of the list, as in the metadata.', ({ record }) => record.lookup),
  ofLookup('LookupValue', 'Edm.String', 'The value as rows have it.', ({ record }) => record.value),
  ofLookup(
    'StandardLookupValue',
    'Edm.String',
    "The dictionary's value; null if the value is one of the source's own.",
    ({ record }) => (record.isStandard ? record.value : undefined),
  ),
  ofLookup(
    'LegacyODataValue',
    'Edm.String',
    'The value without spaces and punctuation, as on older servers.',
    ({ record }) => (record.isStandard ? bare(record.value) : undefined),
  ),
]

/** The resource that shows the records of each type. */
export const RESOURCE_OF: Readonly<Record<'home' | 'offer' | 'agent' | 'office', string>> = {
  home: 'Property',
  offer: 'Property',
  agent: 'Member',
  office: 'Office',
}

const ofChange = fieldsOf('change')

export const EVENT_FIELDS: readonly Field<Row>[] = [
  ofChange(
    'EntityEventSequence',
    'Edm.Int64',
    'Number of the last change of a record. Later changes have greater numbers.',
    ({ sequence }) => sequence,
  ),
  ofChange('ResourceName', 'Edm.String', 'Resource of the record.', ({ record }) => RESOURCE_OF[record.noun], {
    words: onlyThese('Property', 'Member', 'Office'),
  }),
  ofChange('ResourceRecordKey', 'Edm.String', 'Key of the record, which may have been removed.', ({ record }) =>
    String(record.id),
  ),
  ofChange(
    'ResourceRecordUrl',
    'Edm.String',
    'Address of the record.',
    ({ record, beside }) =>
      `${beside.root}/${RESOURCE_OF[record.noun]}('${encodeURIComponent(String(record.id).replaceAll("'", "''"))}')`,
  ),
]
