import type { Random } from '../../src/kit/algorithms/random.ts'
import type { JsonRow } from './asked.ts'
import type { NaiveField, NaiveTable, NaiveTables } from './naive-tables.ts'
import {
  allOf,
  anyOf,
  COMPARE,
  isInTriangle,
  metresBetween,
  type Naive,
  type NaivePoint,
  notOf,
} from './naive-values.ts'
import { LEVEL, type Place, quoted, RandomOperands, type Written, wrapped } from './random-operand.ts'

const COMPARISONS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le']
const EQUALITY: ReadonlySet<string> = new Set(['eq', 'ne'])

/** Draws conditions on the rows of a table: as OData's text, and as what that means for a row. */
export class RandomFilters {
  readonly #tables: NaiveTables
  readonly #random: Random
  readonly #operands: RandomOperands
  #variables = 0

  constructor(tables: NaiveTables, random: Random) {
    this.#tables = tables
    this.#random = random
    this.#operands = new RandomOperands(tables, random)
  }

  condition(place: Place, depth = this.#random.below(4)): Written {
    if (depth === 0) return this.#leaf(place)
    const draw = this.#random.unit()
    if (draw < 0.6) return this.#junction(place, depth)
    if (draw < 0.8) return this.#not(this.condition(place, depth - 1))
    return this.#group(this.condition(place, depth - 1))
  }

  /** An expression whose values rows are put in the order of. */
  ordering(place: Place): Written {
    return this.#operands.ofType(place, this.#operands.anyType(place))
  }

  #junction(place: Place, depth: number): Written {
    const isAnd = this.#random.unit() < 0.5
    const level = isAnd ? LEVEL.and : LEVEL.or
    const parts = Array.from({ length: this.#random.whole(2, 3) }, () => this.condition(place, depth - 1))
    const gather = isAnd ? allOf : anyOf
    return {
      text: parts.map((part) => wrapped(part, level + 1)).join(isAnd ? ' and ' : ' or '),
      level,
      of: (row, bound) => gather(parts.map((part) => part.of(row, bound))),
    }
  }

  #not(inner: Written): Written {
    return {
      text: `not ${wrapped(inner, LEVEL.unary)}`,
      level: LEVEL.unary,
      of: (row, bound) => notOf(inner.of(row, bound)),
    }
  }

  #group(inner: Written): Written {
    return { ...inner, text: `(${inner.text})`, level: LEVEL.primary }
  }

  #leaf(place: Place): Written {
    const draw = this.#random.unit()
    if (draw < 0.5) return this.#comparison(place)
    if (draw < 0.62) return this.#membership(place)
    if (draw < 0.74) return this.#textTest(place)
    if (draw < 0.84) return this.#lambda(place)
    if (draw < 0.9) return this.#geography(place)
    if (draw < 0.95) return this.#has(place)
    return this.#operands.ofType(place, 'flag')
  }

  #comparison(place: Place): Written {
    const type = this.#operands.anyType(place)
    const operator = this.#random.pick(COMPARISONS)
    const left = this.#operands.ofType(place, type)
    const right =
      this.#random.unit() < 0.08
        ? NULL
        : this.#random.unit() < 0.8
          ? this.#operands.literal(place, type)
          : this.#operands.ofType(place, type)
    const [one, other] = this.#random.unit() < 0.85 ? [left, right] : [right, left]
    const level = EQUALITY.has(operator) ? LEVEL.equality : LEVEL.relation
    const compare = COMPARE[operator] as (one: Naive, other: Naive) => boolean // one of the six
    return {
      text: `${wrapped(one, level + 1)} ${this.#cased(operator)} ${wrapped(other, level + 1)}`,
      level,
      of: (row, bound) => compare(one.of(row, bound), other.of(row, bound)),
    }
  }

  #cased(operator: string): string {
    return this.#random.unit() < 0.02 ? operator.toUpperCase() : operator
  }

  #membership(place: Place): Written {
    const type = this.#operands.anyType(place)
    const left = this.#operands.ofType(place, type, 'plain')
    const items = Array.from({ length: this.#random.whole(1, 5) }, () =>
      this.#random.unit() < 0.05 ? NULL : this.#operands.literal(place, type, left),
    )
    return {
      text: `${wrapped(left, LEVEL.member + 1)} in (${items.map(({ text }) => text).join(', ')})`,
      level: LEVEL.member,
      of: (row, bound) => items.some((item) => item.of(row, bound) === left.of(row, bound)),
    }
  }

  #textTest(place: Place): Written {
    const name = this.#random.pick(['contains', 'startswith', 'endswith'])
    const text = this.#operands.ofType(place, 'text')
    const part = this.#operands.partOfText(place)
    return {
      text: `${name}(${text.text},${part.text})`,
      level: LEVEL.primary,
      of: (row, bound) => {
        const [whole, asked] = [text.of(row, bound), part.of(row, bound)]
        if (typeof whole !== 'string' || typeof asked !== 'string') return null
        if (name === 'contains') return whole.split(asked).length > 1 || asked === ''
        return name === 'startswith'
          ? whole.slice(0, asked.length) === asked
          : whole.slice(whole.length - asked.length) === asked && whole.length >= asked.length
      },
    }
  }

  /** `any` or `all` over a list of texts or over rows that a row leads to. */
  #lambda(place: Place): Written {
    const { table } = place
    const lists: readonly (NaiveField | NaiveTable['links'][number])[] = [
      ...table.fields.filter(({ isList }) => isList),
      ...table.links.filter(({ isList }) => isList),
    ]
    if (lists.length === 0) return this.#comparison(place)
    const list = this.#random.pick(lists)
    const isAny = this.#random.unit() < 0.6
    const path = `${place.prefix}${list.name}`
    const variable = `x${++this.#variables}`
    if (!('target' in list)) return this.#overTexts(place, list, path, variable, isAny)
    const elements = (row: JsonRow) => this.#tables.follow(table, list, row)
    if (isAny && this.#random.unit() < 0.2)
      return {
        text: `${path}/any()`,
        level: LEVEL.primary,
        of: (row, bound) => elements(place.row(row, bound)).length > 0,
      }
    const inner = this.condition(
      {
        table: this.#tables.table(list.target),
        prefix: `${variable}/`,
        row: (_row, bound) => bound.get(variable) as JsonRow, // bound below
        isNested: true,
      },
      this.#random.below(2),
    )
    return this.#quantified(path, variable, isAny, inner, (row, bound) => elements(place.row(row, bound)))
  }

  #overTexts(
    { row: rowOf, table }: Place,
    { name }: NaiveField,
    path: string,
    variable: string,
    isAny: boolean,
  ): Written {
    const literals = Array.from({ length: this.#random.whole(1, 2) }, () => this.#operands.sampled(table, name, true))
    const tests = literals.map((literal) => {
      const operator = this.#random.pick(['eq', 'eq', 'ne', 'ge', 'lt'])
      const compare = COMPARE[operator] as (one: Naive, other: Naive) => boolean // one of the six
      return { text: `${variable} ${operator} ${quoted(literal)}`, holds: (value: string) => compare(value, literal) }
    })
    const isEither = this.#random.unit() < 0.7
    const inner: Written = {
      text: tests.map(({ text }) => text).join(isEither ? ' or ' : ' and '),
      level: LEVEL.or,
      of: (_row, bound) => {
        const held = tests.map(({ holds }) => holds(bound.get(variable) as string)) // bound below
        return isEither ? held.includes(true) : !held.includes(false)
      },
    }
    return this.#quantified(path, variable, isAny, inner, (row, bound) => rowOf(row, bound)[name] as readonly string[])
  }

  #quantified(
    path: string,
    variable: string,
    isAny: boolean,
    inner: Written,
    elements: (row: JsonRow, bound: Parameters<Written['of']>[1]) => readonly (JsonRow | string)[],
  ): Written {
    return {
      text: `${path}/${isAny ? 'any' : 'all'}(${variable}:${inner.text})`,
      level: LEVEL.primary,
      of: (row, bound) => {
        const held = elements(row, bound).map(
          (element) => inner.of(row, new Map(bound).set(variable, element)) === true,
        )
        return isAny ? held.includes(true) : !held.includes(false)
      },
    }
  }

  #has(place: Place): Written {
    const lists = place.table.fields.filter(({ isList }) => isList)
    if (lists.length === 0) return this.#comparison(place)
    const { name } = this.#random.pick(lists)
    const word = this.#operands.sampled(place.table, name, true)
    return {
      text: `${place.prefix}${name} has ${quoted(word)}`,
      level: LEVEL.member,
      of: (row, bound) => (place.row(row, bound)[name] as readonly string[]).includes(word),
    }
  }

  /** A place some decimetres away: rounding alone would decide whether a home lies in a polygon that it is a corner of. */
  #beside({ longitude, latitude }: NaivePoint): NaivePoint {
    const moved = (degrees: number, most: number) => {
      const near = degrees + (this.#random.unit() - 0.5) * 1e-5
      return Number(Math.min(most - 1e-5, Math.max(1e-5 - most, near)).toFixed(8))
    }
    return { longitude: moved(longitude, 180), latitude: moved(latitude, 90) }
  }

  #geography(place: Place): Written {
    if (!place.table.fields.some(({ name }) => name === 'Coordinates')) return this.#comparison(place)
    const point = this.#operands.field(place, 'Coordinates')
    const near = () => this.#operands.pointNear(place.table)
    if (this.#random.unit() < 0.5) {
      const [a, b, c] = [near(), near(), near()].map((each) => this.#beside(each)) as [
        NaivePoint,
        NaivePoint,
        NaivePoint,
      ]
      const corners = [a, b, c, a].map(({ longitude, latitude }) => `${longitude} ${latitude}`).join(',')
      return {
        text: `geo.intersects(${point.text},geography'SRID=4326;POLYGON((${corners}))')`,
        level: LEVEL.primary,
        of: (row, bound) => {
          const there = point.of(row, bound) as NaivePoint | null // the field's type
          return there === null ? null : isInTriangle(there, [a, b, c])
        },
      }
    }
    const from = near()
    const most = 10 ** (2 + 4 * this.#random.unit())
    const literal = `geography'SRID=4326;POINT(${from.longitude} ${from.latitude})'`
    const args = this.#random.unit() < 0.5 ? [point.text, literal] : [literal, point.text]
    return {
      text: `geo.distance(${args.join(',')}) lt ${most}`,
      level: LEVEL.relation,
      of: (row, bound) => {
        const there = point.of(row, bound) as NaivePoint | null // the field's type
        return there !== null && metresBetween(there, from) < most
      },
    }
  }
}

const NULL: Written = { text: 'null', level: LEVEL.primary, of: () => null }
