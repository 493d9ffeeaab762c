import { nearestName } from '../base/sentence.ts'
import { Refusal, type Shape } from './shape.ts'

const VALUES = new Map([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
])

/** A boolean, in any spelling that clients use. */
export const flag: Shape<boolean> = {
  schema: { type: 'boolean' },
  example: 'true',
  parse: (text) => VALUES.get(text) ?? refusal(text),
}

function refusal(text: string): Refusal {
  const accepted = [...VALUES.keys()]
  const nearest = nearestName(text, accepted)
  const hint = nearest ? ` Did you mean ${nearest}?` : ''
  return new Refusal(`accepted are true, false, True, False, 1, 0.${hint}`, accepted, nearest)
}
