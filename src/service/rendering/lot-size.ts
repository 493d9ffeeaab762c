import { nullable, number, objectFrom, oneOf } from '../../kit/answers/index.ts'
import { grouped, rounded, squareFeetText } from '../../kit/base/figures.ts'

const ACRE_SQUARE_FEET = 43_560

/** The size of a lot. Below one acre, in square feet; from one acre up, in acres with up to four decimals. */
export const LOT_AREA = objectFrom<number | undefined>()({
  lotAreaValue: [
    nullable(number(), 'In lotAreaUnits.'),
    (squareFeet) => (isInAcres(squareFeet) ? rounded(squareFeet / ACRE_SQUARE_FEET, 4) : squareFeet),
  ],
  lotAreaUnits: [
    oneOf(['Square Feet', 'Acres'], 'Unit of lotAreaValue; acres from one acre up.'),
    (squareFeet) => (isInAcres(squareFeet) ? 'Acres' : 'Square Feet'),
  ],
})

export function isInAcres(squareFeet: number | undefined): squareFeet is number {
  return squareFeet !== undefined && squareFeet >= ACRE_SQUARE_FEET
}

/** Returns `1,682 sqft` or `8 Acres`, with at most two decimals for acres. Null if unknown. */
export function lotSizeText(squareFeet: number | undefined): string | null {
  const { lotAreaValue, lotAreaUnits } = LOT_AREA.of(squareFeet)
  if (lotAreaUnits === 'Square Feet' || lotAreaValue === null) return squareFeetText(squareFeet)
  return `${grouped(rounded(lotAreaValue, 2))} Acres`
}
