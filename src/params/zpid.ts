import { Refusal, type Shape } from './shape.ts'

const WHY = 'accepted is a property id, a whole number from 1 to 9007199254740991.'

/** A property id. Written in digits; `_zpid` behind it, as in a URL, and the `.0` of a spreadsheet do no harm. */
export const zpid: Shape<number> = {
  schema: { type: 'string', pattern: '^\\d+(\\.0+)?(_zpid)?$' },
  example: '48749425',
  parse: (text) => readZpid(text) ?? new Refusal(WHY),
}

/** The id that a text consists of, if it is one: a whole number from 1 to 2^53 - 1. */
export function readZpid(text: string): number | undefined {
  const digits = /^0*(\d{1,16})(?:\.0+)?(?:_zpid)?$/i.exec(text)?.[1]
  const value = Number(digits)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
