/** Formats a 32-bit float with its original digits: 47.5112 instead of 47.511199951171875. */
export function floatText(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value)
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return String(Number(text))
  }
  return String(Number(value.toPrecision(9)))
}
