import type { Point } from '../../../model/home.ts'
import { compileCondition, rowScope, type Scope, unknownField } from '../evaluate/compile.ts'
import { momentText } from '../language/moments.ts'
import { QueryError } from '../language/query-error.ts'
import type { ExpandItem, OrderItem, Path, QueryOptions } from '../language/tree.ts'
import { compareKeys } from '../reading/position.ts'
import type { Field, Value } from '../resources/field.ts'
import type { Link, Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Schema } from '../resources/schema.ts'

/** The resource of a request, and the data that its expressions need. */
export interface Setting extends Omit<Scope<Row>, 'resolve'> {
  readonly schema: Schema
  readonly resource: Resource
}

/** How to write rows of a resource. */
export interface Shape {
  readonly resource: Resource
  readonly fields: readonly Written[]
  readonly expanded: readonly Expanded[]
  /** Names of the selected fields; undefined if all fields are selected. */
  readonly selected: readonly string[] | undefined
}

/** A field, the beginning of its JSON, and the function that writes its value. */
interface Written {
  readonly field: Field<Row>
  readonly begin: string
  write(value: Exclude<Value, undefined>): string
}

/** How to write linked rows inside a row. */
interface Expanded {
  readonly link: Link
  readonly shape: Shape
  readonly options: QueryOptions
  matches(row: Row): boolean
  compare(one: Row, other: Row): number
}

export function shapeOf(options: QueryOptions, setting: Setting): Shape {
  const { resource, needs } = setting
  const selected = namesIn(options.select, resource)
  const fields = [...resource.fields.values()].filter(({ name }) => selected === undefined || selected.has(name))
  needs.people ||= fields.some(({ needsPeople }) => needsPeople === true)
  return {
    resource,
    fields: fields.map(writtenField),
    expanded: (options.expand ?? []).map((item) => expandedItem(item, setting)),
    selected: selected && [...selected],
  }
}

/** Returns the names of the selected fields; undefined if all fields are selected. */
function namesIn(paths: readonly Path[] | undefined, resource: Resource): ReadonlySet<string> | undefined {
  if (paths === undefined || paths.some(({ segments }) => segments.join('/') === '*')) return undefined
  const names = new Set<string>()
  for (const { segments, at } of paths) {
    const [name = '', ...rest] = segments
    if (!resource.fields.has(name) && !resource.links.has(name)) throw unknownField('$select', at, name, resource)
    if (rest.length > 0)
      throw new QueryError(
        '$select',
        at,
        `${name}/${rest.join('/')} is inside another row: write $expand=${name}($select=${rest.join('/')}).`,
      )
    if (resource.fields.has(name)) names.add(name)
  }
  return names
}

function expandedItem({ path, options, at }: ExpandItem, setting: Setting): Expanded {
  const { resource, schema, needs } = setting
  const [name = '', ...rest] = path.segments
  const link = resource.links.get(name)
  if (link === undefined || rest.length > 0) {
    const names = [...resource.links.keys()]
    const accepted = names.length === 0 ? 'it has nothing to expand' : `you can expand ${names.join(', ')}`
    throw new QueryError(
      '$expand',
      at,
      `${resource.name} cannot expand ${JSON.stringify(path.segments.join('/'))}: ${accepted}.`,
    )
  }
  const target = schema.resources.get(link.target) as Resource // the schema contains each link's target
  const inner: Setting = { ...setting, resource: target, option: '$expand' }
  needs.people ||= link.needsPeople
  const { filter, search } = options
  if (search !== undefined)
    throw new QueryError('$expand', at, '$search does not work inside $expand: use $filter.', true)
  const scope = rowScope(target, inner)
  const condition = filter && compileCondition(filter, scope)
  return {
    link,
    options,
    shape: shapeOf(options, inner),
    matches: (row) => condition === undefined || condition.value(row) === true,
    compare: comparison(options.orderby ?? [], scope),
  }
}

/** Returns a function that compares rows by fields, then by key. */
function comparison(items: readonly OrderItem[], scope: Scope<Row>): Expanded['compare'] {
  const fields = items.map(({ path, direction, at }) => {
    const field = scope.resolve(path)
    if (field.isList || field.type === 'place')
      throw new QueryError(scope.option, at, 'Rows cannot be sorted by a list or a place: use a field with one value.')
    return { field, sign: direction === 'asc' ? 1 : -1 }
  })
  return (one, other) => {
    for (const { field, sign } of fields) {
      const difference = compareValues(field.value(one), field.value(other))
      if (difference !== 0) return sign * difference
    }
    return compareKeys(one, other)
  }
}

/** Compares two values. Undefined comes first. */
function compareValues(one: Value, other: Value): number {
  if (one === other) return 0
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1
  return one < other ? -1 : 1
}

function writtenField(field: Field<Row>): Written {
  const { name, type, isList } = field
  const begin = `${JSON.stringify(name)}:`
  if (isList) return { field, begin, write: JSON.stringify }
  switch (type) {
    case 'Edm.DateTimeOffset':
      return { field, begin, write: (value) => `"${momentText(value as number)}"` } // moments are numbers
    case 'Edm.GeographyPoint':
      return { field, begin, write: (value) => geoJson(value as Point) } // places are points
    case 'Edm.Int64':
    case 'Edm.Decimal':
    case 'Edm.Boolean':
      return { field, begin, write: String }
    case 'Edm.Date':
    case 'Edm.String':
      return { field, begin, write: JSON.stringify }
  }
}

function geoJson({ longitude, latitude }: Point): string {
  return `{"type":"Point","coordinates":[${longitude},${latitude}]}`
}

/** Writes the value of one field as JSON; `null` if the row has no value. */
export function valueJson({ field, write }: Written, row: Row): string {
  const value = field.read(row)
  return value === undefined ? (field.isList ? '[]' : 'null') : write(value)
}

/** Writes a row as the members of a JSON object, without braces. */
export function membersOf(row: Row, { fields, expanded }: Shape, omitsNulls: boolean): string {
  const members: string[] = []
  for (const { field, begin, write } of fields) {
    const value = field.read(row)
    if (value !== undefined) members.push(begin + write(value))
    else if (field.isList || !omitsNulls) members.push(begin + (field.isList ? '[]' : 'null'))
  }
  for (const each of expanded) members.push(expandedJson(row, each, omitsNulls))
  return members.join(',')
}

function expandedJson(row: Row, { link, shape, options, matches, compare }: Expanded, omitsNulls: boolean): string {
  const rows = link.follow(row).filter(matches)
  const written = (one: Row) => `{${membersOf(one, shape, omitsNulls)}}`
  if (!link.isList) return `"${link.name}":${rows[0] === undefined ? 'null' : written(rows[0])}`
  const sorted = options.orderby === undefined ? rows : rows.toSorted(compare)
  const { skip = 0, top = sorted.length, count } = options
  const list = sorted
    .slice(skip, skip + top)
    .map(written)
    .join(',')
  return `${count === true ? `"${link.name}@odata.count":${rows.length},` : ''}"${link.name}":[${list}]`
}
