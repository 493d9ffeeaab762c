/** Degrees as a whole number of 2^-120 degrees: exact for 0 and every double of at least 2^-67. */
export function exactDegrees(degrees: number): bigint {
  return BigInt(degrees * 2 ** 120)
}
