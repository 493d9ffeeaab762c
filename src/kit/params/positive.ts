import { Refusal, type Shape } from './shape.ts'

/**
 * A number above 0 and up to a maximum, in plain notation with optional decimals. `unit` says what it counts, e.g.
 * `miles`.
 */
export function positive(maximum: number, unit: string, example: string): Shape<number> {
  const accepted = `must be a number above 0, up to ${maximum}, in ${unit}.`
  return {
    schema: { type: 'number', exclusiveMinimum: 0, maximum },
    example,
    parse: (text) => {
      const value = /^\+?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(text) ? Number(text) : Number.NaN
      return value > 0 && value <= maximum ? value : new Refusal(accepted)
    },
  }
}
