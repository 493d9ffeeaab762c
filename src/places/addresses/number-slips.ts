/** Longer numbers are not house numbers. */
const MAX_LENGTH = 8

const DIGITS = Array.from('0123456789')

/**
 * Returns house numbers that differ from this number by one typo: a wrong, missing or extra digit, or two swapped
 * digits. The closest numbers come first.
 */
export function numbersLike(houseNumber: string): readonly string[] {
  if (houseNumber.length > MAX_LENGTH || !/^\d/.test(houseNumber)) return []
  const others = new Set<string>()
  for (let at = 0; at <= houseNumber.length; at++) {
    const [before, after] = [houseNumber.slice(0, at), houseNumber.slice(at)]
    for (const digit of DIGITS) others.add(`${before}${digit}${after}`)
    if (after === '') continue
    others.add(before + after.slice(1))
    if (after.length > 1) others.add(`${before}${after[1]}${after[0]}${after.slice(2)}`)
    if (/^\d/.test(after)) for (const digit of DIGITS) others.add(`${before}${digit}${after.slice(1)}`)
  }
  others.delete(houseNumber)
  return [...others]
    .filter((number) => /^[1-9]/.test(number))
    .sort((a, b) => numbersApart(houseNumber, a) - numbersApart(houseNumber, b))
}

/** Difference between two house numbers. */
export function numbersApart(a: string, b: string): number {
  return Math.abs(Number.parseInt(a, 10) - Number.parseInt(b, 10)) || 0
}
