/** Returns the property id in a text, from 1 to 2^53 - 1; undefined for any other text. */
export function readZpid(text: string): number | undefined {
  const digits = /^0*(\d{1,16})(?:\.0+)?(?:_zpid)?$/i.exec(text)?.[1]
  const value = Number(digits)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
