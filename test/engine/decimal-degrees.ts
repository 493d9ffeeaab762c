/** More than any double above 2^-67 has in its shortest decimal. */
const PLACES = 60

/** Degrees as a whole number of 10^-60 degrees, of the decimal that the double is written as: no rounding anywhere. */
export function decimalDegrees(degrees: number): bigint {
  const [mantissa = '', exponent = '0'] = String(degrees).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return BigInt(whole + fraction + '0'.repeat(PLACES - fraction.length + Number(exponent)))
}
