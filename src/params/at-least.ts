import type { Meanings, Open } from './choices.ts'
import { plain } from './format.ts'
import { oneOf } from './one-of.ts'
import type { Shape } from './shape.ts'

const COUNT = /^(\d{1,9}(?:\.\d{1,2})?)(?:\+|plus|ormore)?$/

/**
 * The least of something, as one of a closed set of texts or as a number, with a plus or without: `2` and `2+` for
 * `TwoPlus`. 0 asks for as little as the first text does: for nothing.
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
