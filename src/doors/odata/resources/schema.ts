import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { ChangingNoun, NounContents, StampedRecord } from '../../../catalog/ports/record-pages.ts'
import type { Office } from '../../../model/agent.ts'
import { type Field, isHeldIn } from './field.ts'
import { lookupValues, wordsIn } from './lookup-values.ts'
import {
  EVENT_FIELDS,
  LOOKUP_FIELDS,
  MEDIA_FIELDS,
  MEMBER_FIELDS,
  OFFICE_FIELDS,
  OPEN_HOUSE_FIELDS,
  openHouseCount,
  pictureCount,
} from './others.ts'
import {
  type AgentKey,
  agentOf,
  officeOf,
  PROPERTY_FIELDS,
  type PropertyField,
  SEARCHED_FIELDS,
  SORTED_FIELDS,
  wordsFor,
} from './property.ts'
import type { Link, Resource, ResourceName } from './resource.ts'
import type { Beside, LookupValue, Row } from './row.ts'

/**
 * What a catalog offers to clients: its resources, the fields that have a value in at least one record, and the words
 * of lists.
 */
export interface Schema {
  readonly resources: ReadonlyMap<string, Resource>
  readonly lookups: readonly LookupValue[]
}

interface VersionedSchema {
  readonly version: string
  readonly schema: Promise<Schema>
}

const schemas = new WeakMap<Catalog, VersionedSchema>()

/** Returns the schema of the current version of the catalog. */
export function schemaOf(catalog: Catalog): Promise<Schema> {
  const version = catalog.version()
  const before = schemas.get(catalog)
  if (before?.version === version) return before.schema
  const schema = readSchema(catalog)
  schemas.set(catalog, { version, schema })
  schema.catch(() => schemas.delete(catalog))
  return schema
}

type Contents = Readonly<Record<ChangingNoun, NounContents>>

async function readSchema({ pages }: Catalog): Promise<Schema> {
  const [home, offer, agent, office] = await Promise.all([
    pages.contents('home'),
    pages.contents('offer'),
    pages.contents('agent'),
    pages.contents('office'),
  ])
  return schemaFrom({ home, offer, agent, office })
}

function isThere({ held }: NounContents): boolean {
  return held.size > 0
}

export function schemaFrom(contents: Contents): Schema {
  const { home, agent, office } = contents
  const property = propertyOf(contents)
  const media = mediaOf(contents)
  const described = [
    property,
    ...(isThere(agent) ? [memberOf(agent)] : []),
    ...(isThere(office) ? [officeResource(office)] : []),
    ...(media.nouns.length > 0 ? [media] : []),
    ...(home.held.has('listing.openHouses') ? [OPEN_HOUSE] : []),
  ]
  const lookups = lookupValues(
    [...described, ENTITY_EVENT].map(({ fields, nouns }) => ({
      fields: [...fields.values()],
      contents: nouns.map((noun) => contents[noun]),
    })),
  )
  const names = new Set<ResourceName>([...described, LOOKUP, ENTITY_EVENT].map(({ name }) => name))
  const resources = [...described, LOOKUP, ENTITY_EVENT].map((resource) => withLinksTo(resource, names))
  return { resources: new Map(resources.map((resource) => [resource.name, resource])), lookups }
}

/**
 * Describes a resource with one row per record.
 *
 * @param filters Further fields that `$filter` can use. RESO's tests need one field of each type, and programs that
 *   copy a source need the source name.
 */
function resourceOf(
  about: Pick<Resource, 'name' | 'doc' | 'key' | 'nouns' | 'parts'>,
  fields: Resource['fields'],
  filters: readonly string[],
  ...links: readonly Link[]
): Resource {
  const filtered = [about.key, ...filters].filter((name) => fields.has(name))
  const sorted = [about.key, 'ModificationTimestamp'].filter((name) => filtered.includes(name))
  const searched = { filtered: new Set(filtered), sorted: new Set(sorted), isKeyAscending: true }
  return { ...about, fields, ...searched, links: byName(links) }
}

function withLinksTo(resource: Resource, names: ReadonlySet<ResourceName>): Resource {
  return { ...resource, links: new Map([...resource.links].filter(([, { target }]) => names.has(target))) }
}

/** Returns fields by name. A list field with too many words becomes a text field. */
function fieldsBy(fields: readonly Field<Row>[], contents: readonly NounContents[]): ReadonlyMap<string, Field<Row>> {
  return new Map(
    fields.map((field) => {
      const { words, ...rest } = field
      return [field.name, words !== undefined && wordsIn(field, contents) === undefined ? rest : field]
    }),
  )
}

function propertyOf({ home, offer }: Contents): Resource {
  const nouns = [
    ...(home.held.size > 0 || offer.held.size === 0 ? (['home'] as const) : []),
    ...(offer.held.size > 0 ? (['offer'] as const) : []),
  ]
  const isHeld = (field: PropertyField) =>
    nouns.some((noun) => {
      const held = field[noun]
      return held !== undefined && isHeldIn({ ...field, ...held }, noun === 'home' ? home : offer)
    })
  const links = [
    list('Media', 'Media', 'Pictures.', pictureCount),
    list('OpenHouses', 'OpenHouse', 'Open houses.', openHouseCount),
    ...PEOPLE.filter(([, key]) => home.held.has(`listing.${key}`)).flatMap(([name, key]) => [
      one(name, 'Member', 'The agent.', (row) => agentRow(row, key)),
      one(name.replace('Agent', 'Office'), 'Office', "The agent's office.", (row) => officeRow(row, key)),
    ]),
  ]
  const fields = fieldsBy(
    PROPERTY_FIELDS.filter(isHeld).map((field) => withWords(field, wordsFor(field, nouns))),
    [home, offer],
  )
  return {
    name: 'Property',
    doc: 'Homes and offers, with or without a listing.',
    key: 'ListingKey',
    nouns,
    fields,
    links: byName(links),
    filtered: new Set([...fields.keys()].filter((name) => SEARCHED_FIELDS.has(name))),
    sorted: new Set([...fields.keys()].filter((name) => SORTED_FIELDS.has(name))),
    isKeyAscending: false,
  }
}

function withWords(field: Field<Row>, words: Field<Row>['words']): Field<Row> {
  return words === undefined ? field : { ...field, words }
}

const PEOPLE: readonly (readonly [string, AgentKey])[] = [
  ['ListAgent', 'listAgentId'],
  ['CoListAgent', 'coListAgentId'],
  ['BuyerAgent', 'buyerAgentId'],
]

const MEMBER_FILTERS = [
  'MemberMlsId',
  'MemberFullName',
  'MemberCity',
  'MemberStateOrProvince',
  'MemberLanguages',
  'InBusinessSince',
  'SourceSystemID',
  'ModificationTimestamp',
]

function memberOf(agent: NounContents): Resource {
  return resourceOf(
    { name: 'Member', doc: 'Agents.', key: 'MemberKey', nouns: ['agent'] },
    heldFields(MEMBER_FIELDS, agent),
    MEMBER_FILTERS,
    list('Media', 'Media', 'The portrait.', pictureCount),
    one('Office', 'Office', 'The office.', ownOffice),
  )
}

function officeResource(office: NounContents): Resource {
  return resourceOf(
    { name: 'Office', doc: "Brokerages' offices.", key: 'OfficeKey', nouns: ['office'] },
    heldFields(OFFICE_FIELDS, office),
    ['OfficeName', 'OfficeCity', 'OfficeStateOrProvince', 'SourceSystemID', 'ModificationTimestamp'],
  )
}

function heldFields(fields: readonly Field<Row>[], contents: NounContents): Resource['fields'] {
  return fieldsBy(
    fields.filter((field) => isHeldIn(field, contents)),
    [contents],
  )
}

/** The keys of `NounContents` that count the pictures of each record type. */
const PICTURES = {
  home: ['listing.photos', 'listing.drawnPhotos'],
  offer: ['photos', 'drawnPhotos'],
  agent: ['photoUrl', 'drawnPhoto'],
} as const

function mediaOf(contents: Contents): Resource {
  const nouns = (['home', 'offer', 'agent'] as const).filter((noun) =>
    PICTURES[noun].some((key) => contents[noun].held.has(key)),
  )
  const parts = {
    ownedBy: 'ResourceRecordKey',
    countedBy: PICTURES,
    column: 'PhotosCount',
    count: pictureCount,
  } as const
  return resourceOf(
    { name: 'Media', doc: 'Pictures of listings and agents.', key: 'MediaKey', nouns, parts },
    fieldsBy(MEDIA_FIELDS, []),
    ['ResourceRecordKey', 'ResourceName', 'Order', 'ModificationTimestamp'],
  )
}

const OPEN_HOUSE = resourceOf(
  {
    name: 'OpenHouse',
    doc: 'Public open houses, without canceled ones.',
    key: 'OpenHouseKey',
    nouns: ['home'],
    parts: {
      ownedBy: 'ListingKey',
      countedBy: { home: ['listing.openHouses'] },
      column: 'OpenHousesCount',
      count: openHouseCount,
    },
  },
  fieldsBy(OPEN_HOUSE_FIELDS, []),
  ['ListingKey', 'OpenHouseDate', 'ModificationTimestamp'],
)

const LOOKUP = resourceOf(
  { name: 'Lookup', doc: 'The allowed values of fields that have a fixed set of values.', key: 'LookupKey', nouns: [] },
  fieldsBy(LOOKUP_FIELDS, []),
  ['LookupName', 'ModificationTimestamp'],
)

const ENTITY_EVENT: Resource = {
  ...resourceOf(
    {
      name: 'EntityEvent',
      doc: 'The last change of every record of Property, Member and Office, including removed records.',
      key: 'EntityEventSequence',
      nouns: [],
    },
    fieldsBy(EVENT_FIELDS, []),
    ['ResourceName', 'ResourceRecordKey'],
  ),
  isKeyAscending: false,
}

function byName(links: readonly Link[]): ReadonlyMap<string, Link> {
  return new Map(links.map((link) => [link.name, link]))
}

function list(name: string, target: ResourceName, doc: string, count: (row: Row) => number): Link {
  const follow = (row: Row) => Array.from({ length: count(row) }, (_, part) => ({ ...row, part }))
  return { name, target, isList: true, doc, needsPeople: false, follow }
}

function one(name: string, target: ResourceName, doc: string, find: (row: Row) => Row | undefined): Link {
  return { name, target, isList: false, doc, needsPeople: true, follow: (row) => [find(row) ?? []].flat() }
}

function agentRow(row: Row, key: AgentKey): Row | undefined {
  const agent = agentOf(row, key)
  return agent && { noun: 'agent', ...agent, key: agent.record.agentId, part: 0, beside: row.beside }
}

function officeRow(row: Row, key: AgentKey): Row | undefined {
  return rowOfOffice(officeOf(row, key), row.beside)
}

function ownOffice(row: Row): Row | undefined {
  const id = row.noun === 'agent' ? row.record.officeId : undefined
  return rowOfOffice(id === undefined ? undefined : row.beside.offices.get(id), row.beside)
}

function rowOfOffice(office: StampedRecord<Office> | undefined, beside: Beside): Row | undefined {
  return office && { noun: 'office', ...office, key: office.record.officeId, part: 0, beside }
}
