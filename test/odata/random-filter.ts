import type { Random } from '../../src/kit/algorithms/random.ts'
import { type JsonRow, textOf } from './asked.ts'
import type { NaiveField, NaiveTable } from './naive-tables.ts'
import {
  allOf,
  anyOf,
  COMPARE,
  isInTriangle,
  metersBetween,
  type Naive,
  type NaivePoint,
  naiveValue,
  notOf,
} from './naive-values.ts'

/**
 * Precedence of operators. Inside an operator of higher precedence, an operator of lower precedence needs parentheses.
 */
const LEVEL = { or: 0, and: 1, equality: 2, relation: 3, unary: 4, member: 5, primary: 6 }

/** A random expression: its OData text, and a function that computes its value for a row. */
export interface Written {
  readonly text: string
  readonly level: number
  of(row: JsonRow): Naive
}

/** The rows that a condition is about. Inside `$expand`, a condition may use all fields, and compare two fields. */
export interface Place {
  readonly table: NaiveTable
  readonly isExpanded: boolean
}

const COMPARISONS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le']
const EQUALITY: ReadonlySet<string> = new Set(['eq', 'ne'])

const written = (text: string, of: Written['of'], level = LEVEL.primary): Written => ({ text, level, of })
const constant = (text: string, value: Naive) => written(text, () => value)
const wrapped = ({ text, level }: Written, least: number) => (level < least ? `(${text})` : text)
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** How often to look for a value in a random row before making one up. */
const TRIES = 8

/** Draws conditions on the rows of a table. */
export class RandomFilters {
  readonly #random: Random
  readonly #place: Place
  readonly #fields: readonly NaiveField[]

  constructor(place: Place, random: Random) {
    this.#random = random
    this.#place = place
    this.#fields = place.table.fields.filter(({ isFiltered }) => place.isExpanded || isFiltered)
  }

  condition(depth = this.#random.below(4)): Written {
    if (depth === 0) return this.#leaf()
    const draw = this.#random.unit()
    if (draw < 0.6) return this.#junction(depth)
    const inner = this.condition(depth - 1)
    if (draw < 0.8) return written(`not ${wrapped(inner, LEVEL.unary)}`, (row) => notOf(inner.of(row)), LEVEL.unary)
    if (draw < 0.95) return { ...inner, text: `(${inner.text})`, level: LEVEL.primary }
    const [operator, value] = [this.#random.pick(['eq', 'ne']), this.#random.chance(0.5)]
    const compare = COMPARE[operator] as (one: Naive, other: Naive) => boolean // COMPARE has all six operators
    return written(`(${inner.text}) ${operator} ${value}`, (row) => compare(inner.of(row), value), LEVEL.equality)
  }

  #junction(depth: number): Written {
    const isAnd = this.#random.chance(0.5)
    const level = isAnd ? LEVEL.and : LEVEL.or
    const parts = Array.from({ length: this.#random.whole(2, 3) }, () => this.condition(depth - 1))
    const gather = isAnd ? allOf : anyOf
    const text = parts.map((part) => wrapped(part, level + 1)).join(isAnd ? ' and ' : ' or ')
    return written(text, (row) => gather(parts.map((part) => part.of(row))), level)
  }

  #leaf(): Written {
    const draw = this.#random.unit()
    if (draw < 0.45) return this.#comparison()
    if (draw < 0.6) return this.#membership()
    if (draw < 0.74) return this.#textTest()
    if (draw < 0.84) return this.#quantified()
    if (draw < 0.9) return this.#geography()
    if (draw < 0.95) return this.#has()
    const flags = this.#fields.filter(({ type }) => type === 'Edm.Boolean')
    const value = this.#random.chance(0.5)
    return flags.length === 0 ? constant(String(value), value) : this.#read(this.#random.pick(flags))
  }

  /** Returns the fields that can be compared and have a single value. */
  #scalars(): readonly NaiveField[] {
    return this.#fields.filter(({ isList, type }) => !isList && type !== 'Edm.GeographyPoint')
  }

  #read({ name, type }: NaiveField): Written {
    return written(name, (row) => naiveValue(row, name, type))
  }

  #comparison(): Written {
    const field = this.#random.pick(this.#scalars())
    const operator = this.#random.pick(field.compared === 'MultiValue' ? ['eq', 'ne'] : COMPARISONS)
    const left = this.#random.chance(0.1) && isText(field) ? this.#changed(field) : this.#read(field)
    const right = this.#random.chance(0.08)
      ? constant('null', null)
      : this.#place.isExpanded && this.#random.chance(0.1)
        ? this.#read(this.#random.pick(this.#scalars().filter(({ type }) => type === field.type)))
        : field.type === 'Edm.DateTimeOffset' && this.#random.chance(0.1)
          ? constant('mindatetime()', Date.parse('0001-01-01') * 1000)
          : this.#literal(field)
    const [one, other] = this.#random.chance(0.85) ? [left, right] : [right, left]
    const level = EQUALITY.has(operator) ? LEVEL.equality : LEVEL.relation
    const compare = COMPARE[operator] as (one: Naive, other: Naive) => boolean // COMPARE has all six operators
    const cased = this.#random.chance(0.02) ? operator.toUpperCase() : operator
    return written(`${one.text} ${cased} ${other.text}`, (row) => compare(one.of(row), other.of(row)), level)
  }

  #membership(): Written {
    const field = this.#random.pick(this.#scalars())
    const left = this.#random.chance(0.1) && isText(field) ? this.#changed(field) : this.#read(field)
    const items = Array.from({ length: this.#random.whole(1, 5) }, () =>
      this.#random.chance(0.05) ? constant('null', null) : this.#literal(field),
    )
    return written(
      `${left.text} in (${items.map(({ text }) => text).join(', ')})`,
      (row) => items.some((item) => item.of(row) === left.of(row)),
      LEVEL.member,
    )
  }

  /** Draws an expression that changes the case of a text, or trims it. */
  #changed(field: NaiveField): Written {
    const name = this.#random.pick(['tolower', 'toupper', 'trim'] as const)
    const run = { tolower: 'toLowerCase', toupper: 'toUpperCase', trim: 'trim' } as const
    const text = this.#read(field)
    return written(`${name}(${text.text})`, (row) => {
      const value = text.of(row)
      return value === null ? null : textOf(value)[run[name]]()
    })
  }

  #textTest(): Written {
    const texts = this.#scalars().filter(isText)
    if (texts.length === 0) return this.#comparison()
    const field = this.#random.pick(texts)
    const text = this.#random.chance(0.4) ? this.#changed(field) : this.#read(field)
    if (this.#random.chance(0.2)) {
      const most = this.#random.below(12)
      return written(
        `length(${text.text}) gt ${most}`,
        (row) => {
          const value = text.of(row)
          return value !== null && textOf(value).length > most
        },
        LEVEL.relation,
      )
    }
    const name = this.#random.pick(['contains', 'startswith', 'endswith'])
    const sample = this.#sampled(field)
    const from = this.#random.below(sample.length + 1)
    const part = sample.slice(from, from + this.#random.below(6)).toWellFormed() // half an emoji cannot be sent
    return written(`${name}(${text.text},${quoted(part)})`, (row) => {
      const whole = text.of(row)
      if (whole === null) return null
      if (name === 'contains') return textOf(whole).split(part).length > 1 || part === ''
      const at = name === 'startswith' ? 0 : textOf(whole).length - part.length
      return at >= 0 && textOf(whole).slice(at, at + part.length) === part
    })
  }

  /** Draws a condition with `any` or `all` over a list of words. */
  #quantified(): Written {
    const lists = this.#fields.filter(({ isList }) => isList)
    if (lists.length === 0) return this.#comparison()
    const field = this.#random.pick(lists)
    const words = (row: JsonRow) => row[field.name] as readonly string[]
    const isAny = this.#random.chance(0.6)
    if (isAny && this.#random.chance(0.2)) return written(`${field.name}/any()`, (row) => words(row).length > 0)
    const tests = Array.from({ length: this.#random.whole(1, 2) }, () => {
      const word = this.#sampled(field)
      const operator = this.#random.pick(['eq', 'eq', 'ne', 'ge', 'lt'])
      const compare = COMPARE[operator] as (one: Naive, other: Naive) => boolean // COMPARE has all six operators
      return { text: `x ${operator} ${quoted(word)}`, holds: (value: string) => compare(value, word) }
    })
    const isEither = this.#random.chance(0.7)
    const fits = (value: string) => {
      const held = tests.map(({ holds }) => holds(value))
      return isEither ? held.includes(true) : !held.includes(false)
    }
    const inner = tests.map(({ text }) => text).join(isEither ? ' or ' : ' and ')
    return written(`${field.name}/${isAny ? 'any' : 'all'}(x:${inner})`, (row) => {
      const held = words(row).map(fits)
      return isAny ? held.includes(true) : !held.includes(false)
    })
  }

  #has(): Written {
    const worded = this.#fields.filter(({ hasWords }) => hasWords)
    if (worded.length === 0) return this.#comparison()
    const field = this.#random.pick(worded)
    const word = this.#sampled(field)
    return written(
      `${field.name} has ${quoted(word)}`,
      (row) => {
        const value = row[field.name] as null | string | readonly string[]
        return value === null ? null : [value].flat().includes(word)
      },
      LEVEL.member,
    )
  }

  #geography(): Written {
    const field = this.#fields.find(({ type }) => type === 'Edm.GeographyPoint')
    if (field === undefined) return this.#comparison()
    const point = this.#read(field)
    const near = () => this.#pointNear(field)
    if (this.#random.chance(0.5)) {
      const corners: readonly [NaivePoint, NaivePoint, NaivePoint] = [near(), near(), near()]
      const ring = [...corners, corners[0]].map(({ longitude, latitude }) => `${longitude} ${latitude}`).join(',')
      return written(`geo.intersects(${point.text},geography'SRID=4326;POLYGON((${ring}))')`, (row) => {
        const there = point.of(row) as NaivePoint | null // the field has this type
        return there === null ? null : isInTriangle(there, corners)
      })
    }
    const from = near()
    const most = 10 ** (2 + 4 * this.#random.unit())
    const literal = `geography'SRID=4326;POINT(${from.longitude} ${from.latitude})'`
    const args = this.#random.chance(0.5) ? [point.text, literal] : [literal, point.text]
    return written(
      `geo.distance(${args.join(',')}) lt ${most}`,
      (row) => {
        const there = point.of(row) as NaivePoint | null // the field has this type
        return there !== null && metersBetween(there, from) < most
      },
      LEVEL.relation,
    )
  }

  /**
   * Draws a point at most half a degree from a row's point in each direction. Not the same point, because rounding
   * would decide whether it is inside.
   */
  #pointNear({ name }: NaiveField): NaivePoint {
    const there = this.#value(name) as { readonly coordinates: readonly number[] } | undefined
    const [longitude = -97, latitude = 30] = there?.coordinates ?? []
    const away = 10 ** -this.#random.below(4)
    const moved = (degrees: number, most: number) =>
      Number(Math.max(1e-5 - most, Math.min(most - 1e-5, degrees + (this.#random.unit() - 0.5) * away)).toFixed(8))
    return { longitude: moved(longitude, 180), latitude: moved(latitude, 90) }
  }

  /** Draws a constant similar to the field's values. */
  #literal(field: NaiveField): Written {
    const draw = this.#random.unit()
    const value = this.#value(field.name)
    switch (field.type) {
      case 'Edm.Boolean':
        return constant(String(draw < 0.5), draw < 0.5)
      case 'Edm.Int64':
      case 'Edm.Decimal': {
        if (draw < 0.01) return constant('INF', Number.POSITIVE_INFINITY)
        if (draw < 0.02) return constant('NaN', Number.NaN)
        const sample = Number(value ?? this.#random.below(10))
        const number = draw < 0.7 ? sample : draw < 0.85 ? sample + 1 : draw < 0.95 ? sample - 0.5 : -sample
        return constant(String(number), number)
      }
      case 'Edm.Date': {
        const day = textOf(value ?? '2026-05-01')
        return constant(day, day)
      }
      case 'Edm.DateTimeOffset': {
        const text = textOf(value ?? '2026-05-01T10:00:00.000Z')
        const ms = Date.parse(text)
        if (draw < 0.5) return constant(text, ms * 1000)
        if (draw < 0.7) return constant(text.replace('Z', '500Z'), ms * 1000 + 500)
        if (draw < 0.8) return constant(text.slice(0, 10), Date.parse(text.slice(0, 10)) * 1000)
        return constant(new Date(ms + 19_800_000).toISOString().replace('Z', '+05:30'), ms * 1000)
      }
      default: {
        const text = this.#sampled(field)
        return constant(quoted(text), text)
      }
    }
  }

  /**
   * Draws a text that a field has, or a similar one. Words of fixed lists are not cut, because other spellings are
   * synonyms.
   */
  #sampled({ name, hasWords }: NaiveField): string {
    const values = [this.#value(name) ?? 'none'].flat()
    const text = values.length === 0 ? 'none' : textOf(this.#random.pick(values))
    const draw = this.#random.unit()
    if (draw < 0.85) return text
    return hasWords || draw < 0.95 ? `${text}zq` : text.slice(0, this.#random.below(text.length + 1)).toWellFormed()
  }

  #value(name: string): unknown {
    const { rows } = this.#place.table
    for (let i = 0; i < TRIES && rows.length > 0; i++) {
      const value = this.#random.pick(rows)[name]
      if (value !== null && value !== undefined) return value
    }
    return undefined
  }
}

/** Whether string functions accept the field. */
function isText({ type, isList, compared }: NaiveField): boolean {
  return type === 'Edm.String' && !isList && compared === undefined
}
