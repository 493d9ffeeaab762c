/**
 * Whether a text that could mean several things looks like an address: it has a digit, a letter and a separator, and
 * is no longer than a line.
 */
export function looksLikeAddress(text: string): boolean {
  return text.length <= 500 && /\d/.test(text) && /\p{L}/u.test(text) && /[\s,]/.test(text)
}
