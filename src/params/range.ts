import { plain } from './format.ts'
import { Refusal, type Shape } from './shape.ts'

/** Both bounds are inclusive; one that was not given is infinite. */
export interface Range {
  readonly min: number
  readonly max: number
}

const PART = /^(min|max)\s*:\s*(\d{1,15}(?:\.\d{1,6})?)$/

/** Longer texts are refused without parsing. */
const MAX_CHARACTERS = 100

/** `min:N`, `max:N`, or both in either order, with or without spaces. `unit` names what they count, e.g. `dollars`. */
export function range(unit: string): Shape<Range> {
  const accepted = `accepted are min:N, max:N, or min:N, max:N, in ${unit}.`
  return {
    schema: { type: 'string', pattern: '^\\s*(min|max)\\s*:' },
    example: 'min:100, max:200',
    parse: (text) => {
      let min: number | undefined
      let max: number | undefined
      for (const part of text.length > MAX_CHARACTERS ? [''] : text.split(',')) {
        const [, end, digits] = PART.exec(part.trim()) ?? []
        if (end === 'min' && min === undefined) min = Number(digits)
        else if (end === 'max' && max === undefined) max = Number(digits)
        else return new Refusal(accepted)
      }
      if (min !== undefined && max !== undefined && min > max) return new Refusal(`min is above max: ${accepted}`)
      return { min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY }
    },
    format: ({ min, max }) =>
      [Number.isFinite(min) ? `min:${plain(min)}` : '', Number.isFinite(max) ? `max:${plain(max)}` : '']
        .filter((end) => end !== '')
        .join(', '),
  }
}
