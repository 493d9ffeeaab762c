/**
 * Whether a text of an unknown kind looks like an address: it has a digit, a letter and a separator, and at most 500
 * characters.
 */
export function looksLikeAddress(text: string): boolean {
  return text.length <= 500 && /\d/.test(text) && /\p{L}/u.test(text) && /[\s,]/.test(text)
}
