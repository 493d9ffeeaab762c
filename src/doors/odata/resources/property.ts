import type { StampedRecord } from '../../../catalog/ports/record-pages.ts'
import { sourceName } from '../../../catalog/ports/source-name.ts'
import type { Agent, Office } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import type { Offer } from '../../../model/offer.ts'
import {
  type ColumnKind,
  isPropertyColumn,
  PROPERTY_COLUMN_KINDS,
  type PropertyColumnName,
} from '../../../model/property-columns.ts'
import { shownMoment } from '../language/moments.ts'
import type { Field } from './field.ts'
import { HOME_PROPERTY } from './home-fields.ts'
import { OFFER_PROPERTY } from './offer-fields.ts'
import type { Row } from './row.ts'

/** A field of Property. Homes and offers may differ in the record keys and words of a field. */
export interface PropertyField extends Field<Row> {
  readonly home?: Own
  readonly offer?: Own
}

/** The properties of a field that may differ between homes and offers. */
type Own = Pick<Field<never>, 'heldBy' | 'words'>

/** Fields that homes and offers share, and fields that need more data than the record. */
const OF_ROWS: readonly PropertyField[] = [
  {
    name: 'ListingKey',
    type: 'Edm.String',
    doc: 'The id of the home or offer in this service, by which /byzpid finds the home.',
    home: {},
    offer: {},
    read: ({ key }) => key,
  },
  {
    name: 'ModificationTimestamp',
    type: 'Edm.DateTimeOffset',
    doc: 'When the record last changed in this service.',
    home: {},
    offer: {},
    read: ({ sequence }) => shownMoment(sequence),
  },
  {
    name: 'OriginatingSystemModificationTimestamp',
    type: 'Edm.DateTimeOffset',
    doc: 'When the source last changed the listing.',
    isLocal: true,
    home: { heldBy: ['listing.modifiedMs'] },
    offer: {},
    read: (row) => sourceMoment(row),
  },
  {
    name: 'SourceSystemName',
    type: 'Edm.String',
    doc: 'Name that the source requires to be shown, like `source` in other answers.',
    home: {},
    offer: {},
    read: (row) => (isProperty(row) ? sourceName(row.beside.about, row.record) : undefined),
  },
  {
    name: 'SourceSystemID',
    type: 'Edm.String',
    doc: 'Name of the source in this service.',
    home: {},
    offer: {},
    read: (row) => (isProperty(row) ? row.record.source : undefined),
  },
  {
    name: 'SourceSystemKey',
    type: 'Edm.String',
    doc: 'Key of the record in its source, unless the address may not be shown.',
    home: {},
    offer: {},
    read: (row) => (isProperty(row) && row.record.sourceKey !== '' ? row.record.sourceKey : undefined),
  },
  {
    name: 'InternetEntireListingDisplayYN',
    type: 'Edm.Boolean',
    doc: 'Whether the listing may be shown. Always true, because other listings are left out.',
    home: { heldBy: ['listing.status'] },
    read: (row) => (row.noun === 'home' && row.record.listing !== undefined ? true : undefined),
  },
  ...people('ListAgent', 'listAgentId', true),
  ...people('CoListAgent', 'coListAgentId', false),
  ...people('BuyerAgent', 'buyerAgentId', false),
]

type PropertyRow = Extract<Row, { noun: 'home' | 'offer' }>

function isProperty(row: Row): row is PropertyRow {
  return row.noun === 'home' || row.noun === 'offer'
}

function sourceMoment(row: Row): number | undefined {
  if (row.noun === 'offer') return row.record.modifiedMs * 1000
  const modifiedMs = row.noun === 'home' ? row.record.listing?.modifiedMs : undefined
  return modifiedMs === undefined ? undefined : modifiedMs * 1000
}

export type AgentKey = 'listAgentId' | 'coListAgentId' | 'buyerAgentId'

/** Returns an agent of a home's listing; undefined if the catalog does not have the agent. */
export function agentOf(row: Row, key: AgentKey): StampedRecord<Agent> | undefined {
  const id = row.noun === 'home' ? row.record.listing?.[key] : undefined
  return id === undefined ? undefined : row.beside.agents.get(id)
}

export function officeOf(row: Row, key: AgentKey): StampedRecord<Office> | undefined {
  const id = agentOf(row, key)?.record.officeId
  return id === undefined ? undefined : row.beside.offices.get(id)
}

function listOfficeName(row: Row): string | undefined {
  return row.noun === 'offer' ? row.record.agency?.name : officeOf(row, 'listAgentId')?.record.name
}

/** Returns the fields about one of the agents in a listing: key, name and office. */
function people(begin: string, key: AgentKey, isWhole: boolean): readonly PropertyField[] {
  const heldBy = [`listing.${key}`]
  const office = begin.replace('Agent', 'Office')
  const text = (name: string, doc: string, read: Field<Row>['read'], needsPeople = true): PropertyField => ({
    name,
    type: 'Edm.String',
    doc,
    home: { heldBy },
    ...(needsPeople && { needsPeople: true as const }),
    read,
  })
  const ofAgent = [
    text(
      `${begin}Key`,
      'Key of the agent.',
      (row) => (row.noun === 'home' ? row.record.listing?.[key] : undefined),
      false,
    ),
    text(`${begin}FullName`, 'Name of the agent.', (row) => agentOf(row, key)?.record.name),
    text(
      `${begin}MlsId`,
      "Agent's number at the multiple listing service.",
      (row) => agentOf(row, key)?.record.memberMlsId,
    ),
    text(`${office}Key`, "Key of the agent's office.", (row) => agentOf(row, key)?.record.officeId),
    text(`${office}Name`, "Name of the agent's office.", (row) => officeOf(row, key)?.record.name),
  ]
  if (!isWhole) return ofAgent
  return [
    ...ofAgent.slice(0, -1),
    {
      ...text('ListOfficeName', "Name of the agent's office, or of the agency.", listOfficeName),
      offer: { heldBy: ['agency.name'] },
    },
    text(`${begin}PreferredPhone`, "Agent's phone number.", (row) => agentOf(row, key)?.record.phone),
    text(`${begin}Email`, "Agent's email address.", (row) => agentOf(row, key)?.record.email),
    text(`${office}Phone`, "Phone number of the agent's office.", (row) => officeOf(row, key)?.record.phone),
  ]
}

/** Merges fields of homes with fields of offers that have the same name. */
function merged(): readonly PropertyField[] {
  const offers = new Map(OFFER_PROPERTY.map((field) => [field.name, field]))
  const ofHomes = HOME_PROPERTY.map((home) => {
    const offer = offers.get(home.name)
    offers.delete(home.name)
    return both(home, offer)
  })
  return [...ofHomes, ...Array.from(offers.values(), (offer) => both(undefined, offer))]
}

function both(home: Field<Home> | undefined, offer: Field<Offer> | undefined): PropertyField {
  const { read: _home, heldBy: _byHome, words: _ofHomes, ...first } = home ?? ({} as Partial<Field<Home>>)
  const { read: _offer, heldBy: _byOffer, words: _ofOffers, ...second } = offer ?? ({} as Partial<Field<Offer>>)
  return {
    ...second,
    ...first,
    ...(home && { home: ownOf(home) }),
    ...(offer && { offer: ownOf(offer) }),
    read: (row) => {
      if (row.noun === 'home') return home?.read(row.record)
      return row.noun === 'offer' ? offer?.read(row.record) : undefined
    },
  } as PropertyField // name, type and doc come from the home field or the offer field
}

function ownOf({ heldBy, words }: Own): Own {
  return { ...(heldBy && { heldBy }), ...(words && { words }) }
}

/** Returns the words that a field can have in a catalog with these record types. */
export function wordsFor(field: PropertyField, nouns: readonly ('home' | 'offer')[]): Field<Row>['words'] {
  const words = nouns.flatMap((noun) => field[noun]?.words ?? [])
  return words.length === 0 ? field.words : words.reduce(joinedWords)
}

type WordsOf = NonNullable<Field<never>['words']>

function joinedWords(one: WordsOf, other: WordsOf): WordsOf {
  return {
    keys: [...one.keys, ...other.keys],
    wordFor: (value) => {
      const word = one.wordFor(value)
      return word === value ? other.wordFor(value) : word
    },
    standard: new Set([...one.standard, ...other.standard]),
  }
}

/** Adds MlsStatus next to a status field, because some programs request the status under this name. */
function withMlsStatus(field: PropertyField): readonly PropertyField[] {
  if (field.name !== 'StandardStatus') return [field]
  const doc = 'Status of the listing, the same as StandardStatus: imports map local statuses to those of RESO.'
  return [field, { ...field, name: 'MlsStatus', doc }]
}

export const PROPERTY_FIELDS: readonly PropertyField[] = [...OF_ROWS, ...merged().flatMap(withMlsStatus)]

/** How to search a field of Property. */
export interface SearchedField {
  readonly column: PropertyColumnName
  /**
   * `key` stands for ListingKey and `place` for Coordinates. The `column` of a `place` only shows whether there is a
   * value.
   */
  readonly kind: ColumnKind | 'key' | 'place'
  /** Returns the word that rows show for a text in the column. */
  wordFor(text: string): string
}

export const SEARCHED_FIELDS: ReadonlyMap<string, SearchedField> = new Map(
  PROPERTY_FIELDS.flatMap((field) => {
    // Columns of offers already contain the words that rows show.
    const wordFor = wordsFor(field, ['home'])?.wordFor ?? ((text: string) => text)
    const search = searchOf(field.name)
    return search === undefined ? [] : [[field.name, { ...search, wordFor }] as const]
  }),
)

function searchOf(name: string): Omit<SearchedField, 'wordFor'> | undefined {
  if (name === 'ListingKey') return { column: 'ModificationTimestamp', kind: 'key' }
  if (name === 'Coordinates') return { column: 'Latitude', kind: 'place' }
  const column = name === 'MlsStatus' ? 'StandardStatus' : name
  return isPropertyColumn(column) ? { column, kind: PROPERTY_COLUMN_KINDS[column] } : undefined
}

const SORTED_KINDS: ReadonlySet<SearchedField['kind']> = new Set(['key', 'number', 'day', 'moment', 'boolean', 'text'])

/** The sortable fields. Leaves out PropertySubType, because its words sort differently from the texts in its column. */
export const SORTED_FIELDS: ReadonlySet<string> = new Set(
  Array.from(SEARCHED_FIELDS, ([name, { kind }]) => (SORTED_KINDS.has(kind) ? name : '')).filter(
    (name) => name !== '' && name !== 'PropertySubType',
  ),
)
