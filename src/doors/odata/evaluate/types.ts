import { quote } from '../../../kit/base/sentence.ts'
import { microseconds } from '../language/moments.ts'
import type { Literal } from '../language/tree.ts'
import type { Field, Value } from '../resources/field.ts'

/** The kind of an expression's values: moments are microseconds since 1970. */
export type Type = 'text' | 'number' | 'boolean' | 'day' | 'moment' | 'place' | 'null'

/** How sentences call values of a type. */
export const TYPE_WORDS: Readonly<Record<Type, string>> = {
  text: "a text such as 'Austin'",
  number: 'a number such as 3',
  boolean: 'true or false',
  day: 'a date such as 2026-01-31',
  moment: 'a moment such as 2026-01-31T00:00:00Z',
  place: "a place such as geography'POINT(-97.7 30.2)'",
  null: 'null',
}

export type Operand = Value

/** A text, number or boolean as a text; empty for any other value, which no key or day is. */
export function asText(value: Operand): string {
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

/** An expression that is ready to be evaluated on subjects of some kind, such as rows. */
export interface Compiled<S> {
  readonly type: Type
  readonly isList: boolean
  /** The value, if it is the same for every subject. */
  readonly constant?: Operand
  /** The field that the expression reads, if it is one. */
  readonly field?: Pick<Field<never>, 'name' | 'words'>
  value(subject: S): Operand
}

export function typeOf({ type }: Pick<Field<never>, 'type'>): Type {
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
      return 'place'
  }
}

/** The value of a literal, or a sentence about what is wrong with it. */
export function literalOf({ type, value, text }: Literal): Compiled<unknown> | string {
  switch (type) {
    case 'null':
      return constant('null', undefined)
    case 'boolean':
      return constant('boolean', value as boolean)
    case 'number':
      return constant('number', value as number)
    case 'string':
    case 'guid':
      return constant('text', String(value))
    case 'date':
      return constant('day', String(value))
    case 'dateTime': {
      const us = microseconds(String(value))
      return Number.isNaN(us) ? `${quote(text)} must be ${TYPE_WORDS.moment}.` : constant('moment', us)
    }
    case 'geography':
      return constant('place', undefined)
  }
}

export function constant(type: Type, value: Operand): Compiled<unknown> {
  return { type, isList: false, constant: value, value: () => value }
}
