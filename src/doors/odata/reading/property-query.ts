import type { PropertyNode, PropertyOrder } from '../../../catalog/ports/property-search.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { NumberColumnName } from '../../../model/property-columns.ts'
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
} from '../language/tree.ts'
import type { Field } from '../resources/field.ts'
import { SEARCHED_FIELDS, type SearchedField } from '../resources/property.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import {
  ALWAYS,
  allOf,
  anyOf,
  isNever,
  keyRange,
  NEVER,
  type Nodes,
  nextDown,
  noneOf,
  numberNodes,
  numberOf,
  rangeNodes,
  textNodes,
} from './nodes.ts'
import { notFiltered, notSorted } from './not-searched.ts'
import type { Texts } from './texts.ts'
import { searchNodes } from './word-nodes.ts'

/**
 * Returns the search conditions for records on which the condition is true, or false if `outcome` is false. Records for
 * which the condition is unknown are in neither result.
 */
type When = (outcome: boolean, texts: Texts) => Promise<Nodes>

/** The parts of a `PropertyQuery` that `$filter`, `$search` and `$orderby` determine. */
export interface PropertyRequest {
  /** Returns the search conditions; undefined if no record can match. */
  where(texts: Texts): Promise<Nodes | undefined>
  readonly order: readonly PropertyOrder[]
  readonly isKeyDescending: boolean
}

interface Setting {
  readonly resource: Resource
  readonly nowUs: number
  readonly needs: Needs
}

/** Translates the query options. Throws a QueryError for a field or function that cannot be searched. */
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

/** Makes a condition that is true on the matching records and false on all others, never unknown. */
function decided(nodes: Nodes): When {
  const others = noneOf(nodes)
  return async (outcome) => (outcome ? nodes : others)
}

/** A value of a column. For a list column: all words of the list. */
type Subject = string | readonly string[] | undefined

/** A searchable field of Property, with its declaration. */
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
        compileCondition(expression, this.#scope) // throws for types other than boolean
        const column = field?.column as NumberColumnName // booleans are in number columns
        return async (outcome) => [{ kind: 'numbers', column, values: new Set([outcome ? 1 : 0]) }]
      }
    }
  }

  #fieldsIn(expression: Expression): readonly Searched[] {
    return [...new Set(pathsIn(expression).map((path) => this.#field(path)))]
  }

  #field({ segments, at }: Path): Searched {
    const [name = '', ...rest] = segments
    const searchedBefore = this.#fields.get(name)
    if (searchedBefore !== undefined && rest.length === 0) return searchedBefore
    const field = this.#resource.fields.get(name)
    if (field === undefined && !this.#resource.links.has(name))
      throw unknownField(this.#scope.option, at, name, this.#resource)
    if (field === undefined || rest.length > 0)
      throw refused(
        this.#scope,
        { at },
        `${quote(segments.join('/'))} cannot be searched: use a field of Property itself, or request the other resource by key.`,
        true,
      )
    const how = SEARCHED_FIELDS.get(name)
    if (how === undefined) throw notFiltered(this.#resource, name, at)
    const searched = { ...how, field }
    this.#fields.set(name, searched)
    return searched
  }

  /** Translates a condition without fields. */
  #constant(expression: Expression): When {
    const value = compileCondition(expression, this.#scope).value(undefined)
    return async (outcome) => (value === outcome ? ALWAYS : NEVER)
  }

  /** Translates a condition on one text field. Tests the condition on each distinct text of the field. */
  #ofText(expression: Expression, field: Searched): When {
    const condition = compileCondition(expression, this.#scope)
    const missing = condition.value(undefined)
    return async (outcome, texts) => {
      const isOfMissing = missing === outcome
      const nodes = await texts.where(field, (word) => (condition.value(word) === outcome) !== isOfMissing)
      return isOfMissing ? noneOf(nodes) : nodes
    }
  }

  /** Merges operands about the same text field, so that each text is tested only once. */
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
      throw refused(this.#scope, { at }, `${list.field.name} is not a list. Lists are ${lists.join(', ')}.`)
    }
    if (condition === undefined) return decided(noneOf([{ kind: 'missing', column: list.column }]))
    const fits = wordCondition(lambda, this.#scope)
    return async (outcome, texts) => {
      const isAny = quantifier === 'any'
      const nodes = await texts.where(list, (word) => fits(word) === isAny)
      return isAny === outcome ? nodes : noneOf(nodes)
    }
  }

  #compare(compare: Compare): When {
    const isTurned = pathsIn(compare.left).length === 0
    const [subject, other] = isTurned ? [compare.right, compare.left] : [compare.left, compare.right]
    const operator = isTurned ? TURNED[compare.operator] : compare.operator
    if (pathsIn(other).length > 0)
      throw refused(this.#scope, compare, 'Two fields cannot be compared: compare a field with a value.', true)
    if (isCallOf('geo.distance', subject)) return this.#distance(compare, subject, operator, other)
    if (subject.kind !== 'path') return this.#truth(compare, subject, operator, other)
    const condition = compileCondition(compare, this.#scope) // throws for types that cannot be compared
    const field = this.#field(subject)
    if (field.kind === 'list') {
      const isUnknown = condition.value([]) === undefined
      return async (outcome, texts) => {
        if (isUnknown) return NEVER
        const nodes = await texts.where(field, (word) => condition.value([word]) === true)
        return outcome ? nodes : noneOf(nodes)
      }
    }
    const value = compile(other, this.#scope)
    if (operator === 'eq' || operator === 'ne') {
      const equal = this.#oneOf(field, [value])
      return decided(operator === 'eq' ? equal : noneOf(equal))
    }
    if (field.kind === 'id' || field.kind === 'place' || operator === 'has') throw this.#equalityAlone(compare, field)
    if (value.constant === undefined) return decided(NEVER)
    if (field.kind === 'key') return decided([keyRange(operator, asText(value.constant))])
    const number = numberOf(field, value) as number // the branch for null returned earlier
    return decided(rangeNodes(field.column as NumberColumnName, operator, number)) // the branches for texts and lists returned earlier
  }

  /**
   * Translates comparisons with a boolean, such as `condition eq true`. Even if the condition is unknown, the
   * comparison is true or false.
   */
  #truth(compare: Compare, subject: Expression, operator: Comparison, other: Expression): When {
    if (subject.kind === 'call' && !isCallOf('geo.intersects', subject)) throw this.#refusedCall(subject)
    const value = other.kind === 'literal' ? other.value : undefined
    const isCondition = subject.kind !== 'literal'
    if (!isCondition || typeof value !== 'boolean' || (operator !== 'eq' && operator !== 'ne'))
      throw refused(this.#scope, compare, 'This comparison is not supported: compare a field with a value.', true)
    const inner = this.when(subject)
    return async (outcome, texts) => {
      const nodes = await inner(value, texts)
      return outcome === (operator === 'eq') ? nodes : noneOf(nodes)
    }
  }

  #in({ left, items, at }: In): When {
    compileCondition({ kind: 'in', left, items, at }, this.#scope) // throws if a value's type is not the field's type
    if (left.kind !== 'path')
      throw refused(this.#scope, { at }, 'The operator "in" needs a field: write Field in (1,2).', true)
    const field = this.#field(left)
    const values = items.map((item) => compile(item, this.#scope))
    return decided(this.#oneOf(field, values))
  }

  /** Returns the search conditions for records whose field has one of these constants. */
  #oneOf(field: Searched, values: readonly Compiled<unknown>[]): Nodes {
    if (field.kind === 'key' || field.kind === 'id' || field.kind === 'place') {
      const texts = values.map(({ constant }) => constant as string | undefined) // a place can be compared only with null
      return textNodes(field, texts)
    }
    const numbers = values.map((value) => numberOf(field, value))
    return numberNodes(field.column as NumberColumnName, numbers) // the branches for texts and lists returned earlier
  }

  #call(call: Call): When {
    if (!isCallOf('geo.intersects', call)) throw this.#refusedCall(call)
    const [place, shape] = call.args
    const rings = shape?.kind === 'literal' && shape.type === 'geography' ? ringsIn(String(shape.value)) : undefined
    if (call.args.length !== 2 || !this.#isPlace(place) || rings === undefined)
      throw refused(
        this.#scope,
        call,
        "geo.intersects takes Coordinates and a polygon: write geo.intersects(Coordinates,geography'POLYGON((longitude latitude, …))').",
      )
    const [points, ...holes] = rings
    const inside: Nodes = [{ kind: 'polygon', points, ...(holes.length > 0 && { holes }) }]
    const outside = allOf([noneOf(inside), noneOf([NO_PLACE])])
    return async (outcome) => (outcome ? inside : outside)
  }

  #refusedCall(call: Call) {
    const [field] = this.#fieldsIn(call)
    compile(call, this.#scope) // throws for unknown functions and wrong types
    if (field?.kind === 'id' || field?.kind === 'key') return this.#equalityAlone(call, field)
    return refused(this.#scope, call, `${call.name} of two fields is not supported: use one field.`, true)
  }

  #distance(compare: Compare, { args }: Call, operator: Comparison, other: Expression): When {
    const places = args.filter((arg) => this.#isPlace(arg))
    const points = args.flatMap((arg) =>
      arg.kind === 'literal' && arg.type === 'geography' ? (pointIn(String(arg.value)) ?? []) : [],
    )
    const [center] = points
    const { constant: meters } = compile(other, this.#scope)
    if (
      places.length !== 1 ||
      center === undefined ||
      args.length !== 2 ||
      typeof meters !== 'number' ||
      (operator !== 'lt' && operator !== 'le')
    )
      throw refused(
        this.#scope,
        compare,
        "geo.distance takes Coordinates and a point: write geo.distance(Coordinates,geography'POINT(longitude latitude)') le 1500.",
        operator === 'gt' || operator === 'ge',
      )
    const radiusM = operator === 'lt' ? nextDown(meters) : meters
    if (!(radiusM >= 0)) return decided(NEVER)
    if (radiusM >= FARTHEST_M) return decided(noneOf([NO_PLACE]))
    return decided([{ kind: 'circle', ...center, radiusM }])
  }

  #isPlace(expression: Expression | undefined): boolean {
    return expression?.kind === 'path' && this.#field(expression).kind === 'place'
  }

  #equalityAlone(expression: Expression, { field }: Searched) {
    return refused(this.#scope, expression, `${field.name} can be compared only with eq, ne and in.`)
  }
}

const NO_PLACE: PropertyNode = { kind: 'missing', column: 'Latitude' }
/** In meters. Larger than the distance between any two points on Earth. */
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
    // Keys are unique, so fields after the key cannot change the order.
    else if (isKeyDescending === undefined && !order.some(({ column }) => column === how.column))
      order.push({ column: how.column as PropertyOrder['column'], isDescending }) // lists cannot be sorted
  }
  return { order, isKeyDescending: isKeyDescending === true }
}
