import { Refusal, type Schema, type Shape } from './shape.ts'

/** Digits with optional decimals, in plain notation. */
const DECIMAL = /^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/
const WHOLE = /^-?\d{1,16}$/

/** A number within bounds, in plain notation with optional decimals. `example` is written as in a query string. */
export function number(minimum: number, maximum: number, example: string): Shape<number> {
  const accepted = `must be a number from ${minimum} to ${maximum}.`
  return within({ type: 'number', minimum, maximum }, example, DECIMAL, accepted)
}

/** A whole number within bounds, in digits only. */
export function wholeNumber(minimum: number, maximum: number): Shape<number> {
  const accepted = `must be a whole number from ${minimum} to ${maximum}.`
  return within({ type: 'integer', minimum, maximum }, String(minimum), WHOLE, accepted)
}

/**
 * A number above 0 and up to a maximum, in plain notation with optional decimals. `unit` says what it counts, e.g.
 * `miles`.
 */
export function positive(maximum: number, unit: string, example: string): Shape<number> {
  const accepted = `must be a number above 0, up to ${maximum}, in ${unit}.`
  return within({ type: 'number', exclusiveMinimum: 0, maximum }, example, DECIMAL, accepted)
}

/** A number within the bounds of a schema. */
function within(
  schema: Schema & { maximum: number },
  example: string,
  written: RegExp,
  accepted: string,
): Shape<number> {
  const { minimum = Number.MIN_VALUE, maximum } = schema // without a minimum, the number must be above 0
  return {
    schema,
    example,
    parse: (text) => {
      const value = written.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? value : new Refusal(accepted)
    },
  }
}
