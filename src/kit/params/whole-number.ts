import { Refusal, type Shape } from './shape.ts'

/** A whole number within bounds, in digits only. */
export function wholeNumber(minimum: number, maximum: number): Shape<number> {
  const accepted = `must be a whole number from ${minimum} to ${maximum}.`
  return {
    schema: { type: 'integer', minimum, maximum },
    example: String(minimum),
    parse: (text) => {
      const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? value : new Refusal(accepted)
    },
  }
}
