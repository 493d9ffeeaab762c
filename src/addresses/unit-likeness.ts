import { editDistance } from '../base/edit-distance.ts'
import type { AddressEntry } from '../model/address-entry.ts'

/** Units that differ in more letters are not alike. */
const MOST_EDITS = 3

const byDisplay = new Intl.Collator('en-US', { numeric: true })

/** Orders entries by how like their units are to the one that was written: `107` before `101` for `a107`. */
export function byUnitLikeness(unit: string): (a: AddressEntry, b: AddressEntry) => number {
  return (a, b) =>
    edits(unit, a.unit) - edits(unit, b.unit) ||
    distance(unit, a.unit) - distance(unit, b.unit) ||
    byDisplay.compare(a.display, b.display)
}

function edits(unit: string, other: string): number {
  return editDistance(unit, other, MOST_EDITS) ?? MOST_EDITS + 1
}

/** How far the numbers of two units are apart; endless where one has none. */
function distance(unit: string, other: string): number {
  const [number, otherNumber] = [digits(unit), digits(other)]
  return number === '' || otherNumber === '' ? Number.MAX_SAFE_INTEGER : Math.abs(Number(number) - Number(otherNumber))
}

function digits(unit: string): string {
  return /\d{1,10}/.exec(unit)?.[0] ?? ''
}
