import { Refusal, type Shape } from './shape.ts'

/** A number within bounds, in plain notation with optional decimals. `example` is written as in a query string. */
export function number(minimum: number, maximum: number, example: string): Shape<number> {
  const accepted = `must be a number from ${minimum} to ${maximum}.`
  return {
    schema: { type: 'number', minimum, maximum },
    example,
    parse: (text) => {
      const value = /^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? value : new Refusal(accepted)
    },
  }
}
