/** Returns degrees as a multiple of 2^-120 degrees. This is exact for 0 and for every double of at least 2^-67. */
export function exactDegrees(degrees: number): bigint {
  return BigInt(degrees * 2 ** 120)
}
