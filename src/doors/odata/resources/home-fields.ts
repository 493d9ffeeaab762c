import { type Day, dayOf } from '../../../kit/base/clock.ts'
import type { FieldKind } from '../../../model/field.ts'
import type { Home } from '../../../model/home.ts'
import { HOME_TYPES } from '../../../model/home.ts'
import { HOME_FIELD_NAMES, type HomeFieldName, homeField, keyOfHome } from '../../../model/home-fields.ts'
import { OWNER_FIELDS, RESTATED_HOME_FIELDS } from '../../../model/left-out-fields.ts'
import { bathsOf, propertyTypeOf } from '../../../model/property-columns.ts'
import { garageOf } from '../../../model/real-features.ts'
import { homeValue } from '../../../service/exporting/home-values.ts'
import { addressLine, disclosedStreet } from '../../../service/rendering/shown-address.ts'
import { type DictionaryName, dictionaryNames, spaced } from '../dictionary/names.ts'
import {
  asTheyAre,
  bare,
  type Field,
  field,
  LOCAL,
  type ODataType,
  onlyThese,
  type Value,
  type Words,
} from './field.ts'

export type HomeField = Field<Home>

const NAMES = dictionaryNames('reso-properties')

const TYPES: Readonly<Record<FieldKind, ODataType>> = {
  text: 'Edm.String',
  wholeNumber: 'Edm.Int64',
  number: 'Edm.Decimal',
  boolean: 'Edm.Boolean',
  date: 'Edm.Date',
  time: 'Edm.DateTimeOffset',
  list: 'Edm.String',
  oneOf: 'Edm.String',
}

/** The record keys of fields that homes store in another form than the import uses. */
const KEYS_BY_RULE: Readonly<Partial<Record<HomeFieldName, string>>> = {
  PostalCode: 'address.zipcode',
  InternetAddressDisplayYN: 'address.undisclosed',
  Latitude: 'point.latitude',
  Longitude: 'point.longitude',
  OriginalListPrice: 'listing.listPrice',
  PriceChangeTimestamp: 'listing.listPrice',
  InternetAutomatedValuationDisplayYN: 'listing.status',
  EventHistory: 'history',
  AssessmentHistory: 'taxes',
  RecordedEvents: 'recorded',
  FactsWithoutField: 'facts.other',
  TaxYear: 'taxes',
  TaxAssessedValue: 'taxes',
  TaxAnnualAmount: 'taxes',
}

/** Fields that are declared separately below, or that are rows of another resource. */
const DECLARED_SEPARATELY: ReadonlySet<HomeFieldName> = new Set<HomeFieldName>([
  ...RESTATED_HOME_FIELDS,
  ...OWNER_FIELDS,
  'HomeType',
  'PropertySubType',
  'ListingKind',
  'OffMarketDate',
  'StoriesTotal',
  'ModificationTimestamp',
  'OpenHouseStartTimes',
  'OpenHouseEndTimes',
  'PhotoURLs',
  'ZipOrigin',
])

/** Text fields that are open lists in the RESO Data Dictionary. */
const LISTED_TEXTS: ReadonlySet<HomeFieldName> = new Set<HomeFieldName>(['City', 'CountyOrParish', 'StateOrProvince'])

/** Returns the RESO words for the values of a field with a closed list; undefined for other fields. */
function wordsOf(name: HomeFieldName, key: string, entry: DictionaryName | undefined): Words | undefined {
  const { kind, values, web } = homeField(name)
  const isListed = (kind === 'oneOf' || kind === 'list') && !web
  const isJoined = entry?.separator !== undefined
  if (LISTED_TEXTS.has(name)) return asTheyAre(key)
  if (!isListed && !isJoined && (entry?.words.size ?? 0) === 0) return undefined
  const written = new Map(values?.map((value) => [value, writtenAs(value, entry)]) ?? entry?.words)
  const wordFor = (value: string) => written.get(value) ?? value
  const standard = entry === undefined ? [] : [...entry.accepted, ...(values ?? []).map(wordFor)]
  return { keys: [key], wordFor, standard: new Set(standard) }
}

/** Writes a value of a closed list in RESO's spelling. */
function writtenAs(value: string, entry: DictionaryName | undefined): string {
  const { words, isUnspaced = false } = entry ?? {}
  return words?.get(value) ?? (isUnspaced && words?.size === 0 ? spaced(value) : value)
}

/** Returns a field of homes, with its RESO name if it has one. */
function fieldOf(name: HomeFieldName): HomeField {
  const { kind, doc, unit } = homeField(name)
  const entry = NAMES.get(name)
  const key = keyOfHome(name) ?? KEYS_BY_RULE[name] ?? ''
  const words = wordsOf(name, key, entry)
  const isList = kind === 'list' || entry?.separator !== undefined || entry?.name === 'Basement'
  const base = {
    name: entry?.name ?? name,
    type: kind === 'boolean' && words !== undefined ? 'Edm.String' : TYPES[kind],
    doc: unit === undefined ? doc : `${doc} In ${unit}.`,
    heldBy: [key],
    ...(isList && { isList: true as const }),
    ...(words && { words }),
    ...(entry === undefined && { isLocal: true as const }),
  }
  return { ...base, read: reader(name, kind, words, entry?.separator, isList) }
}

function reader(
  name: HomeFieldName,
  kind: FieldKind,
  words: Words | undefined,
  separator: string | undefined,
  isList: boolean,
): (home: Home) => Value {
  const value = homeValue(name)
  if (kind === 'time') return (home) => inMicroseconds(value(home) as number | undefined) // fields of the kind `time` are numbers
  if (separator !== undefined) return (home) => parted(value(home) as string | undefined, separator) // the list is stored as one string
  if (words === undefined || (kind === 'list' && (NAMES.get(name)?.words.size ?? 0) === 0)) return value
  const { wordFor } = words
  const word = (one: unknown) => wordFor(String(one))
  return (home) => {
    const stored = value(home)
    if (stored === undefined) return undefined
    if (Array.isArray(stored)) return stored.map(word)
    return isList ? [word(stored)] : word(stored)
  }
}

function parted(text: string | undefined, separator: string): readonly string[] | undefined {
  return text?.split(separator)
}

function inMicroseconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 1000)
}

const SUB_TYPES = NAMES.get('HomeType')
/** RESO's property subtypes, by their spelling without spaces and punctuation. */
const SUB_TYPE_WORDS = new Map(SUB_TYPES?.accepted.map((word) => [bare(word).toLowerCase(), word]))

/** Returns RESO's spelling of a home type or of a source's subtype. */
function subTypeFor(value: string): string {
  return SUB_TYPES?.words.get(value) ?? SUB_TYPE_WORDS.get(bare(value).toLowerCase()) ?? value
}

/** The frequency of all dues. Homes store all dues per month. */
const MONTHLY = 'Monthly'

const SQUARE_FEET_PER_ACRE = 43_560

const LEVELS: Readonly<Record<number, string>> = { 1: 'One', 1.5: 'One and One Half', 2: 'Two' }

/** Returns the value of RESO's field Levels for a number of stories; undefined if RESO has no word for it. */
function levelsOf(stories: number | undefined): readonly string[] | undefined {
  if (stories === undefined) return undefined
  const level = stories >= 3 ? 'Three Or More' : LEVELS[stories]
  return level === undefined ? undefined : [level]
}

function onMarketDay({ listing }: Home): Day | undefined {
  return listing?.onMarketMs === undefined ? undefined : dayOf(listing.onMarketMs)
}

function photosOf({ listing }: Home): number | undefined {
  return listing && (listing.photos?.length ?? listing.drawnPhotos ?? 0)
}

function approximateZip({ address }: Home): string | undefined {
  return address.zipcodeFrom === undefined ? undefined : address.zipcode
}

const BATHS = ['facts.bathroomsFull', 'facts.bathroomsThreeQuarter', 'facts.bathroomsHalf', 'facts.bathroomsOneQuarter']

const DERIVED: readonly HomeField[] = [
  field('PropertyType', 'Edm.String', 'Class of the listing.', propertyTypeOf, {
    words: onlyThese('Residential', 'Residential Lease', 'Residential Income', 'Land'),
  }),
  field(
    'PropertySubType',
    'Edm.String',
    'Kind of home: the subtype that the source names first, or the one for HomeType.',
    ({ facts, homeType }) => subTypeFor(facts.propertySubType?.[0] ?? homeType),
    {
      words: {
        keys: ['homeType', 'facts.propertySubType'],
        wordFor: subTypeFor,
        standard: new Set(SUB_TYPES?.accepted),
      },
    },
  ),
  field('HomeType', 'Edm.String', 'Kind of home, in the words of /search.', ({ homeType }) => homeType, {
    ...LOCAL,
    words: onlyThese(...HOME_TYPES),
  }),
  field(
    'SourcePropertySubTypes',
    'Edm.String',
    'Property subtypes, as the source names them.',
    ({ facts }) => facts.propertySubType,
    { ...LOCAL, isList: true, heldBy: ['facts.propertySubType'], words: asTheyAre('facts.propertySubType') },
  ),
  field('UnparsedAddress', 'Edm.String', 'The address on one line.', addressLine),
  field('StreetNumber', 'Edm.String', 'House number.', (home) => /^\d\S*/.exec(disclosedStreet(home))?.[0], {
    heldBy: ['address.streetAddress'],
  }),
  field('ApproximateZip', 'Edm.String', 'Estimated ZIP code, if no source has one.', approximateZip, {
    ...LOCAL,
    heldBy: ['address.zipcodeFrom'],
  }),
  field('ZipOrigin', 'Edm.String', homeField('ZipOrigin').doc, homeValue('ZipOrigin'), {
    ...LOCAL,
    heldBy: ['address.zipcodeFrom'],
    words: onlyThese('coordinates', 'city', 'unknown'),
  }),
  field('Country', 'Edm.String', 'Country.', () => 'US', { words: onlyThese('US') }),
  field('Currency', 'Edm.String', 'Currency of the prices.', () => 'USD', { ...LOCAL, words: onlyThese('USD') }),
  field('Coordinates', 'Edm.GeographyPoint', 'Location, for geo.distance and geo.intersects.', ({ point }) => point, {
    ...LOCAL,
    heldBy: ['point.latitude'],
  }),
  field(
    'LotSizeAcres',
    'Edm.Decimal',
    'Lot size, in acres.',
    ({ facts: { lotSizeSquareFeet } }) =>
      lotSizeSquareFeet === undefined ? undefined : Math.round((lotSizeSquareFeet / SQUARE_FEET_PER_ACRE) * 1e4) / 1e4,
    { heldBy: ['facts.lotSizeSquareFeet'] },
  ),
  field(
    'LivingAreaUnits',
    'Edm.String',
    'Unit of LivingArea.',
    ({ facts }) => (facts.livingArea === undefined ? undefined : 'Square Feet'),
    { heldBy: ['facts.livingArea'], words: onlyThese('Square Feet') },
  ),
  field('BathroomsTotalInteger', 'Edm.Int64', 'Baths of every kind, each counted as one.', bathsOf, { heldBy: BATHS }),
  field(
    'StoriesTotal',
    'Edm.Int64',
    'Number of stories, if it is a whole number.',
    ({ facts: { storiesTotal } }) => (Number.isInteger(storiesTotal) ? storiesTotal : undefined),
    { heldBy: ['facts.storiesTotal'] },
  ),
  field('StoriesWithHalves', 'Edm.Decimal', 'Stories; halves count.', ({ facts }) => facts.storiesTotal, {
    ...LOCAL,
    heldBy: ['facts.storiesTotal'],
  }),
  field('Levels', 'Edm.String', 'Levels.', ({ facts }) => levelsOf(facts.storiesTotal), {
    isList: true,
    heldBy: ['facts.storiesTotal'],
    words: onlyThese('One', 'One and One Half', 'Two', 'Three Or More'),
  }),
  field(
    'AssociationYN',
    'Edm.Boolean',
    'Whether there are dues.',
    ({ facts: { associationFee } }) => (associationFee === undefined ? undefined : associationFee > 0),
    { heldBy: ['facts.associationFee'] },
  ),
  field(
    'AssociationFeeFrequency',
    'Edm.String',
    'How often AssociationFee is due.',
    ({ facts }) => (facts.associationFee === undefined ? undefined : MONTHLY),
    { heldBy: ['facts.associationFee'], words: onlyThese(MONTHLY) },
  ),
  field('GarageYN', 'Edm.Boolean', 'Whether there is a garage.', ({ facts }) => garageOf(facts), {
    heldBy: ['facts.garageSpaces', 'facts.attachedGarage'],
  }),
  field('OnMarketDate', 'Edm.Date', 'Day on which the home came on the market.', onMarketDay, {
    heldBy: ['listing.onMarketMs'],
  }),
  field('OffMarketDate', 'Edm.Date', homeField('OffMarketDate').doc, homeValue('OffMarketDate'), {
    heldBy: ['Canceled', 'Expired', 'Withdrawn'].map((status) => `listing.status=${status}`),
  }),
  field('PhotosCount', 'Edm.Int64', 'Pictures.', photosOf, { heldBy: ['listing.photos', 'listing.drawnPhotos'] }),
  field('PetKinds', 'Edm.String', 'Pets allowed, in the words of /search.', ({ listing }) => listing?.lease?.pets, {
    ...LOCAL,
    isList: true,
    heldBy: ['listing.lease.pets'],
    words: asTheyAre('listing.lease.pets'),
  }),
]

/** The fields of homes: RESO's fields, then fields that only Plat has. */
export const HOME_PROPERTY: readonly HomeField[] = [
  ...HOME_FIELD_NAMES.filter((name) => !DECLARED_SEPARATELY.has(name)).map(fieldOf),
  ...DERIVED,
]
