import type { Field } from '../resources/field.ts'
import { lookupNameOf } from '../resources/lookup-values.ts'
import { SEARCHED_FIELDS } from '../resources/property.ts'
import type { Link, Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Schema } from '../resources/schema.ts'

/** The XML namespace of the types, the same as on other RESO servers. */
const NAMESPACE = 'org.reso.metadata'
const CONTAINER = 'Container'

const LOOKUP_TERM = 'RESO.OData.Metadata.LookupName'
const DESCRIPTION_TERM = 'Org.OData.Core.V1.Description'

/** The OData vocabularies in the metadata, with their short names. */
const VOCABULARIES = { 'Org.OData.Core.V1': 'Core', 'Org.OData.Capabilities.V1': 'Capabilities' }
const VOCABULARY_ROOT = 'https://docs.oasis-open.org/odata/odata-vocabularies/v4.0/vocabularies'

/** Declares which fields `$filter` and `$orderby` cannot use, in terms of OData's Capabilities vocabulary. */
function restrictions({ name: resource, key, fields, filtered, sorted, isKeyAscending }: Resource) {
  const without = (names: ReadonlySet<string>) => [...fields.keys()].filter((name) => !names.has(name))
  const compared = resource === 'Property' ? [...filtered].flatMap(comparedAlone) : []
  return {
    'Org.OData.Capabilities.V1.FilterRestrictions': {
      NonFilterableProperties: without(filtered),
      ...(compared.length > 0 && { FilterExpressionRestrictions: compared }),
    },
    'Org.OData.Capabilities.V1.SortRestrictions': {
      NonSortableProperties: without(sorted),
      ...(isKeyAscending && { AscendingOnlyProperties: [key] }),
    },
  }
}

/** The EPSG code of WGS 84, in degrees. */
const SRID = 4326

/**
 * Returns the filter restriction of a field that can be compared but not searched as text; empty without a restriction.
 */
function comparedAlone(name: string): readonly Restricted[] {
  const kind = SEARCHED_FIELDS.get(name)?.kind
  if (kind !== 'id' && kind !== 'key') return []
  return [{ Property: name, AllowedExpressions: kind === 'id' ? 'MultiValue' : 'MultiRange' }]
}

interface Restricted {
  readonly Property: string
  readonly AllowedExpressions: string
}

/** Writes the metadata as XML (OData 4.0). */
export function metadataXml({ resources }: Schema): string {
  const types = Array.from(resources.values(), entityTypeXml).join('')
  const sets = Array.from(resources.values(), entitySetXml).join('')
  const references = Object.entries(VOCABULARIES)
    .map(
      ([name, alias]) =>
        `<edmx:Reference Uri="${VOCABULARY_ROOT}/${name}.xml"><edmx:Include Namespace="${name}" Alias="${alias}"/></edmx:Reference>\n`,
    )
    .join('')
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
${references}<edmx:DataServices><Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${types}<EntityContainer Name="${CONTAINER}">
${sets}</EntityContainer>
</Schema></edmx:DataServices>
</edmx:Edmx>
`
}

function entityTypeXml({ name, key, doc, fields, links }: Resource): string {
  const properties = Array.from(fields.values(), (field) => propertyXml(field, field.name === key)).join('')
  const navigation = Array.from(links.values(), navigationXml).join('')
  return `<EntityType Name="${name}"><Key><PropertyRef Name="${key}"/></Key>
${properties}${navigation}${annotationXml(DESCRIPTION_TERM, doc)}</EntityType>
`
}

function propertyXml(field: Field<Row>, isKey: boolean): string {
  const { name, doc, words } = field
  const lookup = words === undefined ? '' : annotationXml(LOOKUP_TERM, lookupNameOf(field))
  return `<Property Name="${name}" Type="${typeName(field)}"${facets(field)}${isKey || field.isList ? ' Nullable="false"' : ''}>${lookup}${annotationXml(DESCRIPTION_TERM, doc)}</Property>
`
}

function typeName({ type, isList }: Field<Row>): string {
  return isList ? `Collection(${type})` : type
}

function facets({ type }: Field<Row>): string {
  switch (type) {
    case 'Edm.Decimal':
      return ' Scale="variable"'
    case 'Edm.DateTimeOffset':
      return ' Precision="3"'
    case 'Edm.GeographyPoint':
      return ` SRID="${SRID}"`
    default:
      return ''
  }
}

function navigationXml({ name, target, isList, doc }: Link): string {
  const type = `${NAMESPACE}.${target}`
  return `<NavigationProperty Name="${name}" Type="${isList ? `Collection(${type})` : type}">${annotationXml(DESCRIPTION_TERM, doc)}</NavigationProperty>
`
}

function entitySetXml(resource: Resource): string {
  const { name, links } = resource
  const bindings = Array.from(
    links.values(),
    (link) => `<NavigationPropertyBinding Path="${link.name}" Target="${link.target}"/>`,
  ).join('')
  const restricted = Object.entries(restrictions(resource)).map(([term, lists]) => restrictionXml(term, lists))
  return `<EntitySet Name="${name}" EntityType="${NAMESPACE}.${name}">${bindings}${restricted.join('')}</EntitySet>
`
}

function restrictionXml(term: string, lists: Readonly<Record<string, readonly (string | Restricted)[]>>): string {
  const values = Object.entries(lists).map(([name, fields]) => {
    const paths = fields.map(restrictedXml).join('')
    return `<PropertyValue Property="${name}"><Collection>${paths}</Collection></PropertyValue>`
  })
  return `<Annotation Term="${term}"><Record>${values.join('')}</Record></Annotation>`
}

function restrictedXml(field: string | Restricted): string {
  if (typeof field === 'string') return `<PropertyPath>${field}</PropertyPath>`
  return `<Record><PropertyValue Property="Property" PropertyPath="${field.Property}"/><PropertyValue Property="AllowedExpressions" String="${field.AllowedExpressions}"/></Record>`
}

function annotationXml(term: string, text: string): string {
  return `<Annotation Term="${term}" String="${escaped(text)}"/>`
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** Returns the metadata as JSON (OData 4.01). */
export function metadataJson({ resources }: Schema): object {
  const all = [...resources.values()]
  return {
    $Version: '4.01',
    $EntityContainer: `${NAMESPACE}.${CONTAINER}`,
    $Reference: Object.fromEntries(
      Object.entries(VOCABULARIES).map(([name, alias]) => [
        `${VOCABULARY_ROOT}/${name}.json`,
        { $Include: [{ $Namespace: name, $Alias: alias }] },
      ]),
    ),
    [NAMESPACE]: {
      ...Object.fromEntries(all.map((resource) => [resource.name, entityTypeJson(resource)])),
      [CONTAINER]: {
        $Kind: 'EntityContainer',
        ...Object.fromEntries(all.map((resource) => [resource.name, entitySetJson(resource)])),
      },
    },
  }
}

function entityTypeJson({ key, doc, fields, links }: Resource): object {
  return {
    $Kind: 'EntityType',
    $Key: [key],
    ...Object.fromEntries(
      Array.from(fields.values(), (field) => [field.name, propertyJson(field, field.name === key)]),
    ),
    ...Object.fromEntries(
      Array.from(links.values(), ({ name, target, isList, doc: about }) => [
        name,
        {
          $Kind: 'NavigationProperty',
          $Type: `${NAMESPACE}.${target}`,
          ...(isList ? { $Collection: true } : { $Nullable: true }),
          [`@${DESCRIPTION_TERM}`]: about,
        },
      ]),
    ),
    [`@${DESCRIPTION_TERM}`]: doc,
  }
}

function propertyJson(field: Field<Row>, isKey: boolean): object {
  const { type, isList, doc, words } = field
  return {
    ...(type !== 'Edm.String' && { $Type: type }),
    ...(isList && { $Collection: true }),
    ...(!isKey && !isList && { $Nullable: true }),
    ...(type === 'Edm.Decimal' && { $Scale: 'variable' }),
    ...(type === 'Edm.DateTimeOffset' && { $Precision: 3 }),
    ...(type === 'Edm.GeographyPoint' && { $SRID: SRID }),
    ...(words && { [`@${LOOKUP_TERM}`]: lookupNameOf(field) }),
    [`@${DESCRIPTION_TERM}`]: doc,
  }
}

function entitySetJson(resource: Resource): object {
  const { name, links } = resource
  const bindings = Object.fromEntries(Array.from(links.values(), (link) => [link.name, link.target]))
  return {
    $Collection: true,
    $Type: `${NAMESPACE}.${name}`,
    ...(links.size > 0 && { $NavigationPropertyBinding: bindings }),
    ...Object.fromEntries(Object.entries(restrictions(resource)).map(([term, lists]) => [`@${term}`, lists])),
  }
}
