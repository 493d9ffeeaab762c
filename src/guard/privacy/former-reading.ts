import { type StreetParts, streetParts } from '../../places/addresses/address.ts'
import { unitKey } from '../../places/addresses/unit-designators.ts'

/**
 * Returns how earlier versions parsed the street line of an address; undefined if they parsed it like this version.
 * Stored hashes of addresses cannot be computed again, so people are also looked up with the old parsing. Whenever
 * `streetParts` changes, add the old parsing here.
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

/** `unit no. 4`: earlier versions took these words for the end of the street name. */
const NUMBERED_DOOR =
  /^(.*[^ ,]),? (unit|ste|suite|number|num|rm|room|spc|space|lot|trlr|trailer|ofc|office|dept|slip)\.? no\.? ([a-z0-9/-]*\d[a-z0-9/-]*)$/
