import { quote } from '../../../kit/base/sentence.ts'
import { microseconds } from '../language/moments.ts'
import type { Literal } from '../language/tree.ts'
import type { Field, Value } from '../resources/field.ts'

/** The type of an expression. Moments are numbers: microseconds since 1970. */
export type Type = 'text' | 'number' | 'boolean' | 'day' | 'moment' | 'place' | 'null'

/** The names of types in sentences. */
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

/** Converts a text, number or boolean to text. Other values become an empty string, which equals no key or date. */
export function asText(value: Operand): string {
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

/** A compiled expression. `S` is the type of the values on which it is evaluated, such as rows. */
export interface Compiled<S> {
  readonly type: Type
  readonly isList: boolean
  /** The value of a constant expression. */
  readonly constant?: Operand
  /** The field, if the expression is just a field. */
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

/** Compiles a literal. Returns a sentence with the reason if it is invalid. */
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
