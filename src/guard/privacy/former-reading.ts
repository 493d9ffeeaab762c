import { type StreetParts, streetParts } from '../../places/addresses/address.ts'
import { unitKey } from '../../places/addresses/unit-designators.ts'

/**
 * Returns how a street line was read in the past, if that differs from today. Marks are hashes that nobody can compute
 * again, so a person who was marked then must be found by the same reading. Frozen: add to it whenever `streetParts`
 * changes.
 */
export function formerParts(line: string): StreetParts | undefined {
  const plain = line.toLowerCase().replace(/\s+/g, ' ').trim()
  const [, ofDoor = ''] = /^(.*)(?:\b(?:apt|apartment)\b\.?|#) ?no\.? [^ ]+$/.exec(plain) ?? []
  if (ofDoor !== '') return { ...streetParts(ofDoor), unit: 'no' }
  const [, named = '', designator = '', unit = ''] = NUMBERED_DOOR.exec(plain) ?? []
  if (designator !== '') return { ...streetParts(`${named} ${designator}`), unit: unitKey(unit) }
  const shorter = plain.replace(/, ?(?:c\/o|attn|attention)\b[^,]*/g, '').replace(/, ?\d{1,5} [a-z]$/, '')
  return shorter === plain ? undefined : streetParts(shorter)
}

/** `unit no. 4`: these designators were read as the end of the street's name. */
const NUMBERED_DOOR =
  /^(.*[^ ,]),? (unit|ste|suite|number|num|rm|room|spc|space|lot|trlr|trailer|ofc|office|dept|slip)\.? no\.? ([a-z0-9/-]*\d[a-z0-9/-]*)$/
