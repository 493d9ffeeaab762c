import { type FieldsOf, nullable, number, oneOf } from '../answers/index.ts'
import { grouped, rounded, squareFeetText } from '../base/figures.ts'

const ACRE_SQUARE_FEET = 43_560

export const LOT_AREA = {
  lotAreaValue: nullable(number(), 'In lotAreaUnits.'),
  lotAreaUnits: oneOf(['Square Feet', 'Acres'], 'Unit of lotAreaValue; acres from one acre up.'),
}

export type LotArea = FieldsOf<typeof LOT_AREA>

/** A lot's size in its usual unit: acres from one acre up, to four decimals, otherwise square feet. */
export function lotArea(squareFeet: number | undefined): LotArea {
  if (squareFeet === undefined) return { lotAreaValue: null, lotAreaUnits: 'Square Feet' }
  if (squareFeet < ACRE_SQUARE_FEET) return { lotAreaValue: squareFeet, lotAreaUnits: 'Square Feet' }
  return { lotAreaValue: rounded(squareFeet / ACRE_SQUARE_FEET, 4), lotAreaUnits: 'Acres' }
}

/** `1,682 sqft` or `8 Acres`, acres to two decimals; null when unknown. */
export function lotSizeText(squareFeet: number | undefined): string | null {
  const { lotAreaValue, lotAreaUnits } = lotArea(squareFeet)
  if (lotAreaUnits === 'Square Feet' || lotAreaValue === null) return squareFeetText(squareFeet)
  return `${grouped(rounded(lotAreaValue, 2))} Acres`
}
