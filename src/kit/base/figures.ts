/** Rounds a value to the given number of decimals. Halves round up. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

/** Price per square foot in whole dollars; null if the price or the area is unknown, or if the area is 0. */
export function pricePerSquareFoot(price: number | null | undefined, livingArea: number | undefined): number | null {
  return price == null || !livingArea ? null : Math.round(price / livingArea)
}

/** Growth from one value to the next as a fraction with 4 decimals; 0 if either value is unknown or the first is 0. */
export function growth(from: number | null | undefined, to: number | null | undefined): number {
  return from && to != null ? rounded((to - from) / from, 4) : 0
}

const grouping = new Intl.NumberFormat('en-US')

/** `1,367` */
export function grouped(value: number): string {
  return grouping.format(value)
}

const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `$385`, or `$50.40` if there are cents. */
export function dollarsText(value: number): string {
  return `$${(Number.isInteger(value) ? grouping : cents).format(value)}`
}

/** `1,367 sqft`; null if unknown. */
export function squareFeetText(area: number | undefined): string | null {
  return area === undefined ? null : `${grouped(area)} sqft`
}
