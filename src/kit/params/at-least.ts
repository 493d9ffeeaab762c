import type { Meanings, Open } from './choices.ts'
import { plain } from './format.ts'
import { oneOf } from './one-of.ts'
import type { Shape } from './shape.ts'

const COUNT = /^(\d{1,9}(?:\.\d{1,2})?)(?:\+|plus|ormore)?$/

/**
 * A minimum: one of a closed set of words, or a number with or without a plus. For example, `2` and `2+` mean
 * `TwoPlus`. 0 means the first word, which sets no minimum.
 */
export function atLeast(meanings: Meanings<number>, alsoNone: readonly string[] = []): Shape<number> {
  const [[noneText, none] = ['', 0]] = meanings
  const open: Open<number> = {
    accepted: 'a number such as 2 or 2+',
    read: (text) => {
      const count = COUNT.exec(text)?.[1]
      return count === undefined ? undefined : Number(count) || none
    },
    format: (value) => `${plain(value)}+`,
  }
  return oneOf(meanings, { also: { [noneText]: alsoNone }, open })
}
