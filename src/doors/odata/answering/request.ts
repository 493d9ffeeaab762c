import type { Context } from '../../../catalog/ports/context.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import type { ODataAnswer, ODataCall, ODataRequest } from '../door.ts'
import { compileCondition, type Needs, rowScope } from '../evaluate/compile.ts'
import { parseOptions } from '../language/options-parser.ts'
import { QueryError } from '../language/query-error.ts'
import type { QueryOptions } from '../language/tree.ts'
import { metadataJson, metadataXml } from '../metadata/csdl.ts'
import { constraintsOf, isNothingBut } from '../reading/constraints.ts'
import { notFiltered } from '../reading/not-searched.ts'
import { orderOf } from '../reading/order.ts'
import { type Page, type PageRequest, READING_BOUNDS, type ReadingBounds, readPage } from '../reading/page.ts'
import { propertyRequest } from '../reading/property-query.ts'
import { type PropertyPageRequest, propertyPage } from '../reading/property-rows.ts'
import type { Origin } from '../reading/records.ts'
import { isReadExactly } from '../reading/scan.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import { type Schema, schemaOf } from '../resources/schema.ts'
import { linksOf } from './links.ts'
import { type Target, targetOf } from './path.ts'
import { JSON_TYPE, metadataTypes, type Preferences, preferencesOf, typeFor, XML_TYPE } from './preferences.ts'
import { membersOf, type Setting, type Shape, shapeOf, valueJson } from './shape.ts'

/** Default page size, equal to the largest page of a search. */
const PAGE_ROWS = 200
/** Maximum page size. A link leads to the next page. */
const PAGE_ROWS_MAX = 2000
/** Approximate maximum length of pages with more than `PAGE_ROWS` rows. Longer pages would block the thread. */
const PAGE_CHARACTERS = 1_000_000
/** The number of rows from which the length of a page is estimated. */
const MEASURED_ROWS = 20

export async function readRequest(
  call: ODataCall,
  context: Context,
  bounds: ReadingBounds = READING_BOUNDS,
): Promise<ODataRequest> {
  const schema = await schemaOf(context.catalog)
  const target = targetOf(call.path, schema)
  try {
    return new Reading(call, context, schema, parseOptions(call.options), bounds).request(target)
  } catch (error) {
    throw error instanceof QueryError ? refusal(error) : error
  }
}

function refusal({ option, message, isUnsupported }: QueryError): Fault {
  const errors = [{ parameter: option, code: 'param.invalid' as const, detail: message }]
  return new Fault(isUnsupported ? 'odata.unsupported' : 'odata.malformed', message, { errors })
}

class Reading {
  readonly #call: ODataCall
  readonly #context: Context
  readonly #schema: Schema
  readonly #options: QueryOptions
  readonly #preferences: Preferences
  readonly #bounds: ReadingBounds

  constructor(call: ODataCall, context: Context, schema: Schema, options: QueryOptions, bounds: ReadingBounds) {
    this.#call = call
    this.#context = context
    this.#schema = schema
    this.#options = options
    this.#preferences = preferencesOf(call, PAGE_ROWS_MAX)
    this.#bounds = bounds
  }

  request(target: Target): ODataRequest {
    switch (target.kind) {
      case 'service':
        return this.#service()
      case 'metadata':
        return this.#metadata()
      case 'rows':
        return this.#rows(target.resource)
      case 'count':
        return this.#count(target.resource)
      case 'row':
        return this.#row(target.resource, target.key)
      case 'field':
        return this.#field(target)
      case 'link':
        return this.#link(target)
    }
  }

  #service(): ODataRequest {
    const { root } = this.#call
    this.#type([JSON_TYPE])
    const value = Array.from(this.#schema.resources.keys(), (name) => ({ name, kind: 'EntitySet', url: name }))
    const body = JSON.stringify({ '@odata.context': `${root}/$metadata`, value })
    return { operation: '/odata', rowsMax: 0, isLasting: true, answer: async () => this.#answer(body, 0) }
  }

  #metadata(): ODataRequest {
    const type = this.#type(metadataTypes(this.#call))
    const answer = async () =>
      type === XML_TYPE
        ? { ...this.#answer(metadataXml(this.#schema), 0), type: XML_TYPE }
        : this.#answer(JSON.stringify(metadataJson(this.#schema)), 0)
    return { operation: '/odata', rowsMax: 0, isLasting: true, answer }
  }

  #rows(resource: Resource): ODataRequest {
    this.#type([JSON_TYPE])
    const setting = this.#begin(resource)
    const { needs } = setting
    const { top = Number.POSITIVE_INFINITY, count, skiptoken } = this.#options
    const shape = shapeOf(this.#options, setting)
    const links = linksOf(this.#call, this.#context.catalog)
    const position = skiptoken === undefined ? undefined : links.positionIn(skiptoken)
    const { pageSize = position?.size ?? (Number.isFinite(top) ? PAGE_ROWS_MAX : PAGE_ROWS) } = this.#preferences
    const read = this.#reader(setting, (rows) => this.#fitting(rows, shape))
    const answer = async () => {
      const { rows, next, total } = await read({ size: pageSize, top, position, isCounted: count === true })
      const body = await this.#list(rows, shape, total, next && links.to({ ...next, size: pageSize }))
      return this.#answer(body, rows.length)
    }
    const rowsMax = Math.max(1, Math.min(pageSize, top - (position?.taken ?? 0)))
    return { operation: `/odata/${resource.name}`, rowsMax, isLasting: !needs.now, answer }
  }

  #count(resource: Resource): ODataRequest {
    const setting = this.#begin(resource)
    const read = this.#reader(setting)
    const answer = async () => {
      const { total } = await read({ size: 0, top: 0, position: undefined, isCounted: true })
      return { ...this.#answer(String(total), 1), type: 'text/plain' }
    }
    return { operation: `/odata/${resource.name}`, rowsMax: 1, isLasting: !setting.needs.now, answer }
  }

  #row(resource: Resource, key: string): ODataRequest {
    this.#type([JSON_TYPE])
    this.#refuseFor('one row', ['filter', 'orderby', 'top', 'skip', 'count', 'search', 'skiptoken'])
    const setting = this.#begin(resource)
    const shape = shapeOf(this.#options, setting)
    const answer = async () => {
      const row = await this.#named(setting, key)
      const context = `${this.#call.root}/$metadata#${resource.name}${chosen(shape)}/$entity`
      const members = membersOf(row, shape, this.#preferences.omitsNulls)
      return this.#answer(`{"@odata.context":${JSON.stringify(context)}${members === '' ? '' : ','}${members}}`, 1)
    }
    return { operation: `/odata/${resource.name}`, rowsMax: 1, isLasting: !setting.needs.now, answer }
  }

  #field({ resource, key, field }: Extract<Target, { kind: 'field' }>): ODataRequest {
    this.#type([JSON_TYPE])
    this.#refuseFor('one value', [
      'filter',
      'orderby',
      'top',
      'skip',
      'count',
      'search',
      'skiptoken',
      'select',
      'expand',
    ])
    const setting = this.#begin(resource)
    const shape = shapeOf({ select: [{ kind: 'path', segments: [field.name], at: 0 }] }, setting)
    const answer = async () => {
      const row = await this.#named(setting, key)
      const context = `${this.#call.root}/$metadata#${resource.name}('${key.replaceAll("'", "''")}')/${field.name}`
      const value = valueJson(shape.fields[0] as Shape['fields'][number], row) // exactly one field is selected
      return this.#answer(`{"@odata.context":${JSON.stringify(context)},"value":${value}}`, 1)
    }
    return { operation: `/odata/${resource.name}`, rowsMax: 1, isLasting: true, answer }
  }

  /** Answers a request for the rows that one row links to, such as `/Property('1')/Media`. */
  #link({ resource, key, link }: Extract<Target, { kind: 'link' }>): ODataRequest {
    this.#type([JSON_TYPE])
    this.#refuseFor(`${link.name} of one row`, ['search', 'skiptoken'])
    const setting = this.#begin(resource)
    const path = { kind: 'path' as const, segments: [link.name], at: 0 }
    const shape = shapeOf({ select: [], expand: [{ path, options: this.#options, at: 0 }] }, setting)
    const answer = async () => {
      const row = await this.#named(setting, key)
      const { root } = this.#call
      const context = `${root}/$metadata#${link.target}${link.isList ? '' : '/$entity'}`
      const written = JSON.parse(`{${membersOf(row, shape, this.#preferences.omitsNulls)}}`) // Plat wrote this JSON
      const value = written[link.name]
      if (value === null) throw unknownRow(link.target, `${link.name} of ${resource.name}('${key}')`)
      const total = written[`${link.name}@odata.count`]
      const body = link.isList
        ? { '@odata.context': context, ...(total !== undefined && { '@odata.count': total }), value }
        : { '@odata.context': context, ...value }
      return this.#answer(JSON.stringify(body), Math.max(1, link.isList ? value.length : 1))
    }
    return { operation: `/odata/${resource.name}`, rowsMax: LINKED_ROWS_MAX, isLasting: !setting.needs.now, answer }
  }

  #begin(resource: Resource): Setting {
    const needs: Needs = { people: false, now: false }
    return { schema: this.#schema, resource, option: '$filter', nowUs: this.#context.clock.now() * 1000, needs }
  }

  get #origin(): Origin {
    const { catalog, words } = this.#context
    return { catalog, words, root: this.#call.root }
  }

  /** Returns a function that reads pages of the requested rows. Throws if the resource does not support an option. */
  #reader(setting: Setting, fitting: PropertyPageRequest['fitting'] = () => 0): (page: PageRequest) => Promise<Page> {
    const { resource, needs } = setting
    const { filter, search, orderby = [], skip = 0 } = this.#options
    const origin = this.#origin
    if (resource.name === 'Property') {
      const request = propertyRequest(this.#options, setting)
      return (page) => propertyPage({ ...page, request, resource, needsPeople: needs.people, origin, skip, fitting })
    }
    if (search !== undefined)
      throw new QueryError('$search', search.at, `${resource.name} does not support $search: leave it out.`, true)
    const scope = rowScope(resource, setting, (name, at) => {
      if (!resource.filtered.has(name)) throw notFiltered(resource, name, at)
    })
    const condition = filter && compileCondition(filter, scope)
    const constraints = constraintsOf(filter, scope)
    const scan = {
      schema: this.#schema,
      resource,
      constraints,
      origin,
      matches: (row: Row) => condition === undefined || condition.value(row) === true,
      isWhole: isNothingBut(constraints, filter, (one) => resource.name === 'EntityEvent' && isReadExactly(one)),
      order: orderOf(orderby, resource),
      skip,
      bounds: this.#bounds,
      fitting,
    }
    return (page) => readPage({ ...scan, ...page, needsPeople: needs.people })
  }

  /** Returns the row with a key. Throws a Fault with status 404 if the resource has no such row. */
  async #named({ resource, needs }: Setting, key: string): Promise<Row> {
    const field = resource.fields.get(resource.key)
    const value = field?.type === 'Edm.Int64' ? Number(key) : key
    const { rows } = await readPage({
      schema: this.#schema,
      resource,
      constraints: [{ field: resource.key, operator: 'eq', values: [value] }],
      origin: this.#origin,
      matches: (row) => field?.read(row) === value,
      isWhole: false,
      needsPeople: needs.people,
      order: orderOf([], resource),
      size: 1,
      top: 1,
      skip: 0,
      position: undefined,
      isCounted: false,
      bounds: this.#bounds,
      fitting: () => 1,
    })
    if (rows[0] === undefined) throw unknownRow(resource.name, quote(key))
    return rows[0]
  }

  #refuseFor(what: string, names: readonly (keyof QueryOptions)[]): void {
    const name = names.find((each) => this.#options[each] !== undefined)
    if (name !== undefined) throw new QueryError(`$${name}`, 0, `$${name} does not apply to ${what}: leave it out.`)
  }

  #type(types: readonly string[]): string {
    return typeFor(types, this.#options.format)
  }

  /** Estimates how many rows fit into a page, from the length of these rows. */
  #fitting(rows: readonly Row[], shape: Shape): number {
    const some = rows.slice(0, MEASURED_ROWS).map((row) => membersOf(row, shape, this.#preferences.omitsNulls))
    return Math.max(PAGE_ROWS, Math.floor((PAGE_CHARACTERS * some.length) / some.join('').length))
  }

  async #list(
    rows: readonly Row[],
    shape: Shape,
    total: number | undefined,
    next: string | undefined,
  ): Promise<string> {
    const context = `${this.#call.root}/$metadata#${shape.resource.name}${chosen(shape)}`
    const { omitsNulls } = this.#preferences
    const parts = [`{"@odata.context":${JSON.stringify(context)}`]
    if (total !== undefined) parts.push(`,"@odata.count":${total}`)
    parts.push(',"value":[')
    for (const [i, row] of rows.entries()) {
      if (i % WRITTEN_AT_ONCE === 0) await nextSlot()
      parts.push(i === 0 ? '{' : ',{', membersOf(row, shape, omitsNulls), '}')
    }
    parts.push(']')
    if (next !== undefined) parts.push(`,"@odata.nextLink":${JSON.stringify(next)}`)
    parts.push('}')
    return parts.join('')
  }

  #answer(body: string, rows: number): ODataAnswer {
    const { version, applied } = this.#preferences
    const headers = { 'OData-Version': version, ...(applied !== undefined && { 'Preference-Applied': applied }) }
    return { type: JSON_TYPE, body, rows, headers }
  }
}

/** The number of rows to write before other requests get the thread. */
const WRITTEN_AT_ONCE = 50

/** A request for linked rows reserves credits for this many rows. */
const LINKED_ROWS_MAX = 200

/** Writes the names of the selected fields as `@odata.context` requires. */
function chosen({ selected }: Shape): string {
  return selected === undefined || selected.length === 0 ? '' : `(${selected.join(',')})`
}

function unknownRow(resource: string, what: string): Fault {
  return new Fault('odata.unknown', `${resource} has no row ${what}: it may have been removed, or never existed.`)
}
