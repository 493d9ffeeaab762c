import { quote } from '../../../kit/base/sentence.ts'
import { durationMicroseconds, microseconds, wholeTime } from '../language/moments.ts'
import type { Literal } from '../language/tree.ts'
import type { Field, Value } from '../resources/field.ts'
import type { Row } from '../resources/row.ts'
import type { Ring } from './geography.ts'
import { pointIn, ringsIn } from './geography.ts'

/** The kind of an expression's values: moments are microseconds since 1970, durations microseconds, times of day texts. */
export type Type =
  | 'text'
  | 'number'
  | 'boolean'
  | 'day'
  | 'moment'
  | 'timeOfDay'
  | 'duration'
  | 'point'
  | 'rings'
  | 'null'

/** How sentences call values of a type. */
export const TYPE_WORDS: Readonly<Record<Type, string>> = {
  text: "a text such as 'Austin'",
  number: 'a number such as 3',
  boolean: 'true or false',
  day: 'a date such as 2026-01-31',
  moment: 'a moment such as 2026-01-31T00:00:00Z',
  timeOfDay: 'a time of day such as 10:00:00',
  duration: "a duration such as duration'P1D'",
  point: "a point such as geography'SRID=4326;POINT(-97.7 30.2)'",
  rings: "a polygon such as geography'SRID=4326;POLYGON((…))'",
  null: 'null',
}

/** A value while a row is judged; polygons stand in queries only. */
export type Operand = Value | readonly Ring[]

/** The variables of `any` and `all`, and what they stand for: rows, or texts of a list. */
export type Bound = ReadonlyMap<string, Row | string>

export const NOTHING_BOUND: Bound = new Map()

/** A text, number or yes or no as text; empty for a place, a list and nothing, which no key or day is. */
export function asText(value: Operand): string {
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

/** An expression that is ready to be evaluated. */
export interface Compiled {
  readonly type: Type
  readonly isList: boolean
  /** Its values are whole numbers, by their type. */
  readonly isWhole?: boolean
  /** Its value, where it is the same for every row. */
  readonly constant?: Operand
  /** The field that it reads, where it is one. */
  readonly field?: Field<Row>
  value(row: Row, bound: Bound): Operand
}

export function typeOf({ type }: Pick<Field<Row>, 'type'>): Type {
  switch (type) {
    case 'Edm.String':
      return 'text'
    case 'Edm.Int64':
    case 'Edm.Decimal':
      return 'number'
    case 'Edm.Boolean':
      return 'boolean'
    case 'Edm.Date':
      return 'day'
    case 'Edm.DateTimeOffset':
      return 'moment'
    case 'Edm.GeographyPoint':
      return 'point'
  }
}

/** The value of a literal, or a sentence about what is wrong with it. */
export function literalOf({ type, value, text }: Literal): Compiled | string {
  switch (type) {
    case 'null':
      return constant('null', undefined)
    case 'boolean':
      return constant('boolean', value as boolean)
    case 'number':
      return { ...constant('number', value as number), isWhole: /^-?\d+$/.test(text) }
    case 'string':
    case 'guid':
      return constant('text', String(value))
    case 'date':
      return constant('day', String(value))
    case 'timeOfDay':
      return constant('timeOfDay', wholeTime(String(value)))
    case 'dateTime':
      return checked('moment', microseconds(String(value)), text)
    case 'duration':
      return checked('duration', durationMicroseconds(String(value)), text)
    case 'geography':
      return geographyOf(String(value), text)
  }
}

function geographyOf(value: string, text: string): Compiled | string {
  const point = pointIn(value)
  if (point !== undefined) return constant('point', point)
  const rings = ringsIn(value)
  if (rings !== undefined) return constant('rings', rings)
  return `Cannot read ${quote(text)}: accepted are POINT(longitude latitude) and POLYGON((longitude latitude, …)).`
}

function checked(type: Type, value: number, text: string): Compiled | string {
  if (!Number.isNaN(value)) return constant(type, value)
  return `Cannot read ${quote(text)}: accepted is ${TYPE_WORDS[type]}.`
}

export function constant(type: Type, value: Operand): Compiled {
  return { type, isList: false, constant: value, value: () => value }
}
