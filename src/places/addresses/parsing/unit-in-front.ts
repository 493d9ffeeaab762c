import { DIRECTION_OF } from '../../../kit/names/directions.ts'
import type { ParsedAddress } from '../address.ts'

/** Maximum difference between the first and the last number in a range of house numbers. */
const MAX_RANGE = 40

export function isRange(first: number, last: number): boolean {
  return last > first && last - first <= MAX_RANGE
}

/**
 * Parses a unit before the house number: `202-6895 Crestview Way`, `202/6895 Crestview Way`. The original number stays
 * in `others` (words not understood), so that the look-up asks the caller.
 */
export function unitInFront(reading: ParsedAddress, written: string): readonly ParsedAddress[] {
  const [, unit = '', houseNumber = ''] = /^(\d{1,5})[-/](\d{3,6})$/.exec(written) ?? []
  if (unit === '' || reading.unit !== '' || isRange(Number(unit), Number(houseNumber))) return []
  const numbered = { ...withDirection(reading), houseNumber, others: [...reading.others, written] }
  return [{ ...numbered, unit }, numbered]
}

/** Separates a direction from the start of the street's name. */
function withDirection(reading: ParsedAddress): ParsedAddress {
  const [, word = '', street = ''] = /^(\S+) (.+)$/.exec(reading.street) ?? []
  const preDirection = DIRECTION_OF.get(word)
  return preDirection === undefined || reading.preDirection !== '' ? reading : { ...reading, preDirection, street }
}
