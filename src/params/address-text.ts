/**
 * Whether a text that could be several things is meant as an address: it has a number and a name, and is no longer
 * than a line.
 */
export function looksLikeAddress(text: string): boolean {
  return text.length <= 500 && /\d/.test(text) && /\p{L}/u.test(text) && /[\s,]/.test(text)
}
