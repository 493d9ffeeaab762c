import { editDistance } from '../../kit/algorithms/edit-distance.ts'
import type { AddressEntry } from '../../model/address-entry.ts'

/** Maximum number of edits between similar units. */
const MAX_EDITS = 3

const byDisplay = new Intl.Collator('en-US', { numeric: true })

/** Sorts entries by the similarity of their units to the given unit: for `a107`, `107` comes before `101`. */
export function byUnitLikeness(unit: string): (a: AddressEntry, b: AddressEntry) => number {
  return (a, b) =>
    edits(unit, a.unit) - edits(unit, b.unit) ||
    distance(unit, a.unit) - distance(unit, b.unit) ||
    byDisplay.compare(a.display, b.display)
}

function edits(unit: string, other: string): number {
  return editDistance(unit, other, MAX_EDITS) ?? MAX_EDITS + 1
}

/** The difference between the numbers of two units. If one has no number, the largest safe integer. */
function distance(unit: string, other: string): number {
  const [number, otherNumber] = [digits(unit), digits(other)]
  return number === '' || otherNumber === '' ? Number.MAX_SAFE_INTEGER : Math.abs(Number(number) - Number(otherNumber))
}

function digits(unit: string): string {
  return /\d{1,10}/.exec(unit)?.[0] ?? ''
}
