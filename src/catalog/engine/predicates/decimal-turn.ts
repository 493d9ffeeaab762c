/**
 * Bound of the rounding error of a turn in degrees, per degree: coordinates are decimals that doubles hold to within
 * 2^-45, and differences and products round once more.
 */
const ROUNDING = 2 ** -42

/** Counts the turns that needed more digits than doubles have. */
export interface ExactTurns {
  count: number
}

/**
 * Returns the side of the line from (lowX, lowY) up to (highX, highY) on which a point lies: above 0 west of it, below
 * 0 east of it, 0 on it. It is exact for the shortest decimals that read as these doubles, such as 47.539385.
 */
export function turnOf(
  highX: number,
  highY: number,
  lowX: number,
  lowY: number,
  x: number,
  y: number,
  exact: ExactTurns,
): number {
  const [toHighX, toHighY, toLowX, toLowY] = [highX - x, highY - y, lowX - x, lowY - y]
  const turn = toHighY * toLowX - toHighX * toLowY
  const degrees = Math.abs(toHighX) + Math.abs(toHighY) + Math.abs(toLowX) + Math.abs(toLowY)
  if (Math.abs(turn) > ROUNDING * (degrees + ROUNDING)) return turn
  exact.count++
  return decimalTurn(highX, highY, lowX, lowY, x, y)
}

/** Decides the turn in whole numbers and returns -1, 0 or 1. */
function decimalTurn(...coordinates: readonly number[]): number {
  const decimals = coordinates.map(decimalOf)
  const places = Math.max(...decimals.map((decimal) => decimal.places))
  const [highX = 0n, highY = 0n, lowX = 0n, lowY = 0n, x = 0n, y = 0n] = decimals.map(
    (decimal) => decimal.digits * 10n ** BigInt(places - decimal.places),
  )
  const turn = (highY - y) * (lowX - x) - (highX - x) * (lowY - y)
  return turn > 0n ? 1 : turn < 0n ? -1 : 0
}

/** A number as `digits` / 10^`places`. */
interface Decimal {
  readonly digits: bigint
  readonly places: number
}

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}
