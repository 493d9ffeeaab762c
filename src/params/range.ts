import { Refusal, type Shape } from './shape.ts'

/** Both ends belong to it; an open end is infinite. */
export interface Range {
  readonly min: number
  readonly max: number
}

const PART = /^(min|max)\s*:\s*(\d{1,15}(?:\.\d{1,6})?)$/i

/** `min:N`, `max:N` or both, in either order, with or without blanks. `what` names the numbers, e.g. `dollars`. */
export function range(what: string): Shape<Range> {
  const accepted = `accepted are min:N, max:N, or min:N, max:N, in ${what}.`
  return {
    schema: { type: 'string', pattern: '^\\s*(min|max)\\s*:' },
    example: 'min:100, max:200',
    parse: (text) => {
      const ends = new Map<string, number>()
      for (const part of text.slice(0, 200).split(',')) {
        const match = PART.exec(part.trim())
        const end = match?.[1]?.toLowerCase()
        if (!match || end === undefined) return new Refusal(accepted)
        if (ends.has(end)) return new Refusal(`${end} is given twice; ${accepted}`)
        ends.set(end, Number(match[2]))
      }
      const { min, max } = { min: ends.get('min') ?? 0, max: ends.get('max') ?? Number.POSITIVE_INFINITY }
      if (text.length > 200) return new Refusal(accepted)
      return min > max ? new Refusal(`min ${min} is above max ${max}; ${accepted}`) : { min, max }
    },
  }
}
