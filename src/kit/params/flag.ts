import { Spellings } from './choices.ts'
import type { Shape } from './shape.ts'

const spellings = new Spellings<boolean>(
  new Map([
    ['true', true],
    ['false', false],
  ]),
  { also: { true: ['1', 'yes'], false: ['0', 'no'] } },
)

/** A boolean in any of the forms that clients use. */
export const flag: Shape<boolean> = {
  schema: { type: 'boolean' },
  example: 'true',
  parse: (text) => spellings.read(text),
}
