import { type StreetParts, streetParts } from '../../places/addresses/address.ts'
import { unitKey } from '../../places/addresses/unit-designators.ts'

/**
 * Returns how earlier versions parsed a street line, if they parsed it differently. Stored marks are hashes that cannot
 * be computed again. People marked by an earlier version are therefore found with the parsing of that version. Frozen:
 * add the old parsing here whenever `streetParts` changes.
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

/** `unit no. 4`: earlier versions read these designators as the end of the street's name. */
const NUMBERED_DOOR =
  /^(.*[^ ,]),? (unit|ste|suite|number|num|rm|room|spc|space|lot|trlr|trailer|ofc|office|dept|slip)\.? no\.? ([a-z0-9/-]*\d[a-z0-9/-]*)$/
