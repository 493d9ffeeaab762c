import { setImmediate as turn } from 'node:timers/promises'
import type { PropertyNode, PropertyOrder, PropertySearch } from '../../../catalog/ports/property-search.ts'
import { DAY_MS } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'
import { dayNumberOf } from '../../../model/home-columns.ts'
import type { ListColumnName, NumberColumnName, TextColumnName } from '../../../model/property-columns.ts'
import { wordsOf } from '../../../model/search-text.ts'
import {
  compile,
  compileCondition,
  type Needs,
  refused,
  type Scope,
  unknownField,
  wordCondition,
} from '../evaluate/compile.ts'
import { pointIn, ringsIn } from '../evaluate/geography.ts'
import { asText, type Compiled, typeOf } from '../evaluate/types.ts'
import { dayMicroseconds } from '../language/moments.ts'
import type {
  Call,
  Compare,
  Comparison,
  Expression,
  In,
  Lambda,
  OrderItem,
  Path,
  QueryOptions,
  SearchTree,
} from '../language/tree.ts'
import type { Field } from '../resources/field.ts'
import { SEARCHED_FIELDS, type SearchedField } from '../resources/property.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import { notFiltered, notSorted } from './not-searched.ts'

/** Nodes that all hold: none of them for every record. */
type Nodes = readonly PropertyNode[]

/**
 * The records for which a condition is true, or with `false` those for which it is false. It is neither for records for
 * which it is unknown, so that nodes need no third value.
 */
type When = (outcome: boolean, texts: Texts) => Promise<Nodes>

/** What `$filter`, `$search` and `$orderby` ask of Property, all of it checked. */
export interface PropertyRequest {
  /** The conditions as nodes; undefined if no record can fit. */
  where(texts: Texts): Promise<Nodes | undefined>
  readonly order: readonly PropertyOrder[]
  readonly isKeyDescending: boolean
}

interface Setting {
  readonly resource: Resource
  readonly nowUs: number
  readonly needs: Needs
}

/** Throws a QueryError for what cannot be searched. */
export function propertyRequest({ filter, search, orderby }: QueryOptions, setting: Setting): PropertyRequest {
  const when = filter === undefined ? undefined : new Translator(setting).when(filter)
  const searched = search === undefined ? [] : searchNodes(search)
  return {
    where: async (texts) => {
      const nodes = allOf([searched, (await when?.(true, texts)) ?? ALWAYS])
      return isNever(nodes) ? undefined : nodes
    },
    ...orderOfProperty(orderby ?? [], setting.resource),
  }
}

const ALWAYS: Nodes = []
const NEVER: Nodes = [{ kind: 'any', alternatives: [] }]

function isNever(nodes: Nodes): boolean {
  return nodes.some((node) => node.kind === 'any' && node.alternatives.length === 0)
}

function allOf(parts: readonly Nodes[]): Nodes {
  return parts.some(isNever) ? NEVER : parts.flat()
}

function anyOf(parts: readonly Nodes[]): Nodes {
  const some = parts.filter((nodes) => !isNever(nodes))
  const [first, ...others] = some
  if (first === undefined) return NEVER
  if (some.some((nodes) => nodes.length === 0)) return ALWAYS
  return others.length === 0 ? first : [{ kind: 'any', alternatives: some }]
}

function noneOf(nodes: Nodes): Nodes {
  if (nodes.length === 0) return NEVER
  if (isNever(nodes)) return ALWAYS
  const [first, ...others] = nodes
  const isDouble = others.length === 0 && first?.kind === 'none' && first.alternatives.length === 1
  return isDouble ? (first.alternatives[0] as Nodes) : [{ kind: 'none', alternatives: [nodes] }]
}

/** A condition that is never unknown. */
function known(nodes: Nodes): When {
  const others = noneOf(nodes)
  return async (outcome) => (outcome ? nodes : others)
}

/** Texts that the nodes of one request may name: more would take the memory of others. */
const NAMED_TEXTS_MAX = 500_000
/** Longer, and other keys would wait. */
const WORK_MS = 4
/** Texts between two looks at the time. */
const STEP = 128

/** Tries conditions on the different texts of columns, in pieces between which others have their turn. */
export class Texts {
  readonly #properties: PropertySearch
  readonly #values = new Map<TextColumnName | ListColumnName, readonly string[]>()
  #named = 0
  #sinceMs = performance.now()

  constructor(properties: PropertySearch) {
    this.#properties = properties
  }

  /** The texts whose words fit, and all others. */
  async parted({ column, wordFor }: SearchedField, fits: (word: string) => boolean) {
    const name = column as TextColumnName | ListColumnName // only these are parted
    const values = this.#values.get(name) ?? (await this.#properties.values(name))
    this.#values.set(name, values)
    const fitting = new Set<string>()
    const others = new Set<string>()
    for (const [i, text] of values.entries()) {
      if (fits(wordFor(text))) fitting.add(text)
      else others.add(text)
      if (i % STEP === 0) await this.#rest()
    }
    return { fitting, others }
  }

  /** A node for texts of a column. */
  nodes({ column }: SearchedField, values: ReadonlySet<string>): Nodes {
    if (values.size === 0) return NEVER
    this.#named += values.size
    if (this.#named > NAMED_TEXTS_MAX)
      throw new Fault('odata.too_costly', '$filter tries too many conditions on texts: leave some of them out.')
    return [{ kind: 'texts', column: column as TextColumnName, values }] // columns of numbers have no texts
  }

  /** Whether the columns have the same texts as when they were read. */
  async areCurrent(): Promise<boolean> {
    for (const [column, values] of this.#values) if ((await this.#properties.values(column)) !== values) return false
    return true
  }

  async #rest(): Promise<void> {
    if (performance.now() - this.#sinceMs < WORK_MS) return
    await turn()
    this.#sinceMs = performance.now()
  }
}

/** A value of a column: of a list, all of its words. */
type Subject = string | readonly string[] | undefined

/** A field with how it is searched. */
interface Searched extends SearchedField {
  readonly field: Field<Row>
}

const TURNED = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge', has: 'has' } as const

class Translator {
  readonly #resource: Resource
  readonly #scope: Scope<Subject>
  readonly #fields = new Map<string, Searched>()

  constructor({ resource, nowUs, needs }: Setting) {
    this.#resource = resource
    const resolve = (path: Path): Compiled<Subject> => {
      const { field } = this.#field(path)
      return { type: typeOf(field), isList: field.isList === true, field, value: (subject) => subject }
    }
    this.#scope = { option: '$filter', nowUs, needs, resolve }
  }

  when(expression: Expression): When {
    const fields = this.#fieldsIn(expression)
    const [field, ...others] = fields
    if (field === undefined) return this.#constant(expression)
    if (field?.kind === 'text' && others.length === 0) return this.#ofText(expression, field)
    switch (expression.kind) {
      case 'and':
      case 'or':
        return junction(
          expression.kind,
          this.#grouped(expression.kind, expression.operands).map((one) => this.when(one)),
        )
      case 'not': {
        const inner = this.when(expression.operand)
        return (outcome, texts) => inner(!outcome, texts)
      }
      case 'lambda':
        return this.#lambda(expression)
      case 'compare':
        return this.#compare(expression)
      case 'in':
        return this.#in(expression)
      case 'call':
        return this.#call(expression)
      default: {
        compileCondition(expression, this.#scope) // refuses what is no boolean
        const column = field?.column as NumberColumnName // a boolean's
        return async (outcome) => [{ kind: 'numbers', column, values: new Set([outcome ? 1 : 0]) }]
      }
    }
  }

  /** The different fields of an expression. */
  #fieldsIn(expression: Expression): readonly Searched[] {
    return [...new Set(pathsIn(expression).map((path) => this.#field(path)))]
  }

  #field({ segments, at }: Path): Searched {
    const [name = '', ...rest] = segments
    const known = this.#fields.get(name)
    if (known !== undefined && rest.length === 0) return known
    const field = this.#resource.fields.get(name)
    if (field === undefined && !this.#resource.links.has(name))
      throw unknownField(this.#scope.option, at, name, this.#resource)
    if (field === undefined || rest.length > 0)
      throw refused(
        this.#scope,
        { at },
        `${quote(segments.join('/'))} is not searched: accepted are fields of Property itself. Ask the other resource by key.`,
        true,
      )
    const how = SEARCHED_FIELDS.get(name)
    if (how === undefined) throw notFiltered(this.#resource, name, at)
    const searched = { ...how, field }
    this.#fields.set(name, searched)
    return searched
  }

  /** The same for every record. */
  #constant(expression: Expression): When {
    const value = compileCondition(expression, this.#scope).value(undefined)
    return async (outcome) => (value === outcome ? ALWAYS : NEVER)
  }

  /** Tried on each different text of the field. */
  #ofText(expression: Expression, field: Searched): When {
    const condition = compileCondition(expression, this.#scope)
    const missing = condition.value(undefined)
    return async (outcome, texts) => {
      const { fitting, others } = await texts.parted(field, (word) => condition.value(word) === outcome)
      return missing === outcome ? noneOf(texts.nodes(field, others)) : texts.nodes(field, fitting)
    }
  }

  /** Joins operands about the same text, so that its values are gone through once. */
  #grouped(kind: 'and' | 'or', operands: readonly Expression[]): readonly Expression[] {
    const groups = Map.groupBy(operands, (operand) => {
      const [field, ...others] = this.#fieldsIn(operand)
      return field?.kind === 'text' && others.length === 0 ? field : operand
    })
    return Array.from(groups.values(), (group) => {
      const [first] = group as [Expression]
      return group.length === 1 ? first : { kind, operands: group, at: first.at }
    })
  }

  #lambda(lambda: Lambda): When {
    const { collection, quantifier, condition, at } = lambda
    const list = this.#field(collection)
    if (list.kind !== 'list') {
      const lists = Array.from(SEARCHED_FIELDS, ([name, { kind }]) => (kind === 'list' ? name : '')).filter(Boolean)
      throw refused(this.#scope, { at }, `${list.field.name} is no list: accepted are ${lists.join(', ')}.`)
    }
    if (condition === undefined) return known(noneOf([{ kind: 'missing', column: list.column }]))
    const fits = wordCondition(lambda, this.#scope)
    return async (outcome, texts) => {
      const { fitting, others } = await texts.parted(list, fits)
      const nodes = quantifier === 'any' ? texts.nodes(list, fitting) : noneOf(texts.nodes(list, others))
      return outcome ? nodes : noneOf(nodes)
    }
  }

  #compare(compare: Compare): When {
    const isTurned = pathsIn(compare.left).length === 0
    const [subject, other] = isTurned ? [compare.right, compare.left] : [compare.left, compare.right]
    const operator = isTurned ? TURNED[compare.operator] : compare.operator
    if (pathsIn(other).length > 0)
      throw refused(this.#scope, compare, 'Two fields are not compared: accepted is a comparison with a value.', true)
    if (isCallOf('geo.distance', subject)) return this.#distance(compare, subject, operator, other)
    if (subject.kind !== 'path') return this.#truth(compare, subject, operator, other)
    const condition = compileCondition(compare, this.#scope) // refuses what cannot be compared
    const field = this.#field(subject)
    const { column } = field
    if (field.kind === 'list') {
      const isUnknown = condition.value([]) === undefined
      return async (outcome, texts) => {
        if (isUnknown) return NEVER
        const { fitting } = await texts.parted(field, (word) => condition.value([word]) === true)
        const nodes = texts.nodes(field, fitting)
        return outcome ? nodes : noneOf(nodes)
      }
    }
    const value = compile(other, this.#scope)
    if (field.kind === 'key' || field.kind === 'id' || field.kind === 'place') {
      const given = value.constant as string | undefined // as it was compared
      if (operator === 'has') return this.#hasText(field, given)
      if (operator === 'eq' || operator === 'ne') {
        const equal = textNodes(field, [given])
        return known(operator === 'eq' ? equal : noneOf(equal))
      }
      if (field.kind !== 'key') throw this.#equalityAlone(compare, field)
      return known(given === undefined ? NEVER : [keyRange(operator, given)])
    }
    const number = numberOf(field, value)
    const numbers = column as NumberColumnName // neither of texts nor of lists
    if (operator === 'eq' || operator === 'ne') {
      const equal = numberNodes(numbers, [number])
      return known(operator === 'eq' ? equal : noneOf(equal))
    }
    return known(number === undefined ? NEVER : rangeNodes(numbers, operator, number))
  }

  /** A key or id is one word: unknown if either is missing. */
  #hasText(field: Searched, given: string | undefined): When {
    if (given === undefined) return async () => NEVER
    const nodes = textNodes(field, [given])
    const others = allOf([noneOf(nodes), field.kind === 'key' ? ALWAYS : noneOf(missing(field))])
    return async (outcome) => (outcome ? nodes : others)
  }

  /** A condition beside `eq true` is true or false even where the condition is unknown. */
  #truth(compare: Compare, subject: Expression, operator: Comparison, other: Expression): When {
    if (subject.kind === 'call' && !isCallOf('geo.intersects', subject)) throw this.#refusedCall(subject)
    const value = other.kind === 'literal' ? other.value : undefined
    const isCondition = subject.kind !== 'literal'
    if (!isCondition || typeof value !== 'boolean' || (operator !== 'eq' && operator !== 'ne'))
      throw refused(
        this.#scope,
        compare,
        'This comparison is not supported here: accepted is a comparison of a field with a value.',
        true,
      )
    const inner = this.when(subject)
    return async (outcome, texts) => {
      const nodes = await inner(value, texts)
      return outcome === (operator === 'eq') ? nodes : noneOf(nodes)
    }
  }

  #in({ left, items, at }: In): When {
    compileCondition({ kind: 'in', left, items, at }, this.#scope) // refuses values of other types
    if (left.kind !== 'path') throw refused(this.#scope, { at }, 'in takes a field: accepted is Field in (1,2).', true)
    const field = this.#field(left)
    const values = items.map((item) => compile(item, this.#scope))
    if (field.kind === 'key' || field.kind === 'id' || field.kind === 'place')
      return known(
        textNodes(
          field,
          values.map(({ constant }) => constant as string | undefined), // as they were compared
        ),
      )
    return known(
      numberNodes(
        field.column as NumberColumnName, // no list is compared
        values.map((value) => numberOf(field, value)),
      ),
    )
  }

  #call(call: Call): When {
    if (!isCallOf('geo.intersects', call)) throw this.#refusedCall(call)
    const [place, shape] = call.args
    const rings = shape?.kind === 'literal' && shape.type === 'geography' ? ringsIn(String(shape.value)) : undefined
    if (call.args.length !== 2 || !this.#isPlace(place) || rings === undefined)
      throw refused(
        this.#scope,
        call,
        "geo.intersects takes Coordinates and a polygon: accepted is geo.intersects(Coordinates,geography'POLYGON((longitude latitude, …))').",
      )
    const [points, ...holes] = rings
    const inside: Nodes = [{ kind: 'polygon', points, ...(holes.length > 0 && { holes }) }]
    const outside = allOf([noneOf(inside), noneOf([NO_PLACE])])
    return async (outcome) => (outcome ? inside : outside)
  }

  #refusedCall(call: Call) {
    const [field] = this.#fieldsIn(call)
    compile(call, this.#scope) // refuses unknown functions, and values of other types
    if (field?.kind === 'id' || field?.kind === 'key') return this.#equalityAlone(call, field)
    return refused(this.#scope, call, `${call.name} of two fields is not supported: accepted is one field.`, true)
  }

  #distance(compare: Compare, { args }: Call, operator: Comparison, other: Expression): When {
    const places = args.filter((arg) => this.#isPlace(arg))
    const points = args.flatMap((arg) =>
      arg.kind === 'literal' && arg.type === 'geography' ? (pointIn(String(arg.value)) ?? []) : [],
    )
    const [center] = points
    const { constant: metres } = compile(other, this.#scope)
    if (
      places.length !== 1 ||
      center === undefined ||
      args.length !== 2 ||
      typeof metres !== 'number' ||
      (operator !== 'lt' && operator !== 'le')
    )
      throw refused(
        this.#scope,
        compare,
        "geo.distance takes Coordinates and a point: accepted is geo.distance(Coordinates,geography'POINT(longitude latitude)') le 1500.",
        operator === 'gt' || operator === 'ge',
      )
    const radiusM = operator === 'lt' ? nextDown(metres) : metres
    if (!(radiusM >= 0)) return known(NEVER)
    if (radiusM >= FARTHEST_M) return known(noneOf([NO_PLACE]))
    return known([{ kind: 'circle', ...center, radiusM }])
  }

  #isPlace(expression: Expression | undefined): boolean {
    return expression?.kind === 'path' && this.#field(expression).kind === 'place'
  }

  #equalityAlone(expression: Expression, { field }: Searched) {
    return refused(this.#scope, expression, `${field.name} is compared by eq, ne and in alone.`)
  }
}

const NO_PLACE: PropertyNode = { kind: 'missing', column: 'Latitude' }
/** No two points of the earth are as far from each other. */
const FARTHEST_M = 20_020_000

function isCallOf(name: string, expression: Expression): expression is Call {
  return expression.kind === 'call' && expression.name.toLowerCase() === name
}

function pathsIn(expression: Expression): readonly Path[] {
  switch (expression.kind) {
    case 'literal':
      return []
    case 'path':
      return [expression]
    case 'and':
    case 'or':
      return expression.operands.flatMap(pathsIn)
    case 'not':
      return pathsIn(expression.operand)
    case 'compare':
      return [...pathsIn(expression.left), ...pathsIn(expression.right)]
    case 'in':
      return pathsIn(expression.left)
    case 'call':
      return expression.args.flatMap(pathsIn)
    case 'lambda':
      return [expression.collection]
  }
}

function junction(kind: 'and' | 'or', operands: readonly When[]): When {
  return async (outcome, texts) => {
    const parts: Nodes[] = []
    for (const operand of operands) parts.push(await operand(outcome, texts))
    return (kind === 'and') === outcome ? allOf(parts) : anyOf(parts)
  }
}

function missing({ column, kind }: SearchedField): Nodes {
  return kind === 'key' ? NEVER : [{ kind: 'missing', column }]
}

/** Records whose text is one of these; undefined stands for no text. */
function textNodes(field: SearchedField, values: readonly (string | undefined)[]): Nodes {
  const given = new Set(values.filter((value) => value !== undefined))
  const nodes: Nodes =
    field.kind === 'key'
      ? [{ kind: 'keys', keys: given }]
      : [{ kind: 'texts', column: field.column as TextColumnName, values: given }] // of texts
  return anyOf([given.size === 0 ? NEVER : nodes, values.includes(undefined) ? missing(field) : NEVER])
}

function keyRange(operator: Comparison, key: string): PropertyNode {
  const bound = { key, isInclusive: operator === 'ge' || operator === 'le' }
  return { kind: 'keyRange', ...(operator === 'gt' || operator === 'ge' ? { from: bound } : { to: bound }) }
}

/** A constant as a column has it; undefined for null. */
function numberOf({ kind }: SearchedField, { type, constant }: Compiled<unknown>): number | undefined {
  if (constant === undefined) return undefined
  if (kind === 'boolean') return constant === true ? 1 : 0
  if (kind === 'day') return type === 'day' ? dayNumberOf(asText(constant)) : daysOf(constant as number)
  return kind === 'moment' && type === 'day' ? dayMicroseconds(asText(constant)) : (constant as number) // as compared
}

/** Days until a moment, and a half for a moment behind the beginning of a day. */
function daysOf(us: number): number {
  const day = Math.floor(us / (DAY_MS * 1000))
  return day + (us > day * DAY_MS * 1000 ? 0.5 : 0)
}

/** Records whose number is one of these; undefined stands for no number. */
function numberNodes(column: NumberColumnName, given: readonly (number | undefined)[]): Nodes {
  const values = new Set(given.filter((value) => value !== undefined && Number.isFinite(value)) as number[])
  return anyOf([
    values.size === 0 ? NEVER : [{ kind: 'numbers', column, values }],
    given.includes(undefined) ? [{ kind: 'missing', column }] : NEVER,
  ])
}

function rangeNodes(column: NumberColumnName, operator: Comparison, bound: number): Nodes {
  const isAbove = operator === 'gt' || operator === 'ge'
  const inclusive = operator === 'gt' ? nextUp(bound) : operator === 'lt' ? nextDown(bound) : bound
  const [min, max] = isAbove ? [inclusive, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, inclusive]
  const isEmpty = Number.isNaN(bound) || min === Number.POSITIVE_INFINITY || max === Number.NEGATIVE_INFINITY
  return isEmpty ? NEVER : [{ kind: 'range', column, min, max }]
}

const DOUBLE = new Float64Array(1)
const BITS = new BigInt64Array(DOUBLE.buffer)

/** The least double that is greater. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Number.POSITIVE_INFINITY) return value
  if (value === 0) return Number.MIN_VALUE
  DOUBLE[0] = value
  BITS[0] = (BITS[0] as bigint) + (value > 0 ? 1n : -1n)
  return DOUBLE[0]
}

export function nextDown(value: number): number {
  return -nextUp(-value)
}

/** Searches of words find listed homes alone. */
const LISTED: Nodes = [
  { kind: 'texts', column: 'Country', values: new Set(['US']) },
  {
    kind: 'any',
    alternatives: [
      [
        {
          kind: 'texts',
          column: 'StandardStatus',
          values: new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending']),
        },
      ],
      [
        { kind: 'texts', column: 'StandardStatus', values: new Set(['Closed']) },
        {
          kind: 'none',
          alternatives: [[{ kind: 'texts', column: 'PropertyType', values: new Set(['Residential Lease']) }]],
        },
      ],
    ],
  },
]

function searchNodes(tree: SearchTree): Nodes {
  const nodes = wordNodes(tree)
  return hasNot(tree) ? allOf([LISTED, nodes]) : nodes
}

function hasNot(tree: SearchTree): boolean {
  return tree.kind === 'not' || ('operands' in tree && tree.operands.some(hasNot))
}

function wordNodes(tree: SearchTree): Nodes {
  switch (tree.kind) {
    case 'word':
    case 'phrase': {
      const parts = wordsOf(tree.text)
      if (parts.length === 0) return NEVER
      return [
        parts.length === 1
          ? { kind: 'words', words: parts, phrases: [] }
          : { kind: 'words', words: [], phrases: [parts] },
      ]
    }
    case 'and':
      return allOf(tree.operands.map(wordNodes))
    case 'or':
      return anyOf(tree.operands.map(wordNodes))
    case 'not':
      return noneOf(wordNodes(tree.operand))
  }
}

function orderOfProperty(items: readonly OrderItem[], resource: Resource) {
  const order: PropertyOrder[] = []
  let isKeyDescending: boolean | undefined
  for (const { path, direction, at } of items) {
    const name = path.segments.join('/')
    const how = SEARCHED_FIELDS.get(name)
    if (!resource.fields.has(name) && !resource.links.has(path.segments[0] ?? ''))
      throw unknownField('$orderby', at, name, resource)
    if (how === undefined || !resource.sorted.has(name)) throw notSorted(resource, name, at)
    const isDescending = direction === 'desc'
    if (how.kind === 'key') isKeyDescending ??= isDescending
    // keys are unique: what comes behind them decides nothing
    else if (isKeyDescending === undefined && !order.some(({ column }) => column === how.column))
      order.push({ column: how.column as PropertyOrder['column'], isDescending }) // sorted ones are no lists
  }
  return { order, isKeyDescending: isKeyDescending === true }
}
