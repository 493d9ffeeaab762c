/** How the service read the words of a sentence. */
export interface ParsedSentence {
  readonly applied: readonly { readonly parameter: string; readonly value: string }[]
  readonly dropped: readonly { readonly words: string; readonly why: string }[]
}

const LEAST_WORDS = 3
const SAYS_MORE =
  /\b(?:under|below|over|above|between|with|without|beds?|bedrooms?|baths?|bathrooms?|houses|homes|condos|apartments|townhomes|townhouses|for (?:sale|rent)|sold|cheapest|newest)\b/i
/** Matches a house number and a street. */
const ADDRESS =
  /^\d+\s+(?!(?:beds?|bedrooms?|baths?|bathrooms?)\b).*\b(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|ct|court|way|pl|cir|hwy)\b/i

/** Whether a text describes a search, not only a place. */
export function isSentence(text: string): boolean {
  return text.trim().split(/\s+/).length >= LEAST_WORDS && SAYS_MORE.test(text) && !ADDRESS.test(text)
}

/** Returns the parameters that the service read from a sentence, for a search by address. */
export function searchOf({ applied }: ParsedSentence): Readonly<Record<string, string>> {
  const search: Record<string, string> = {}
  for (const { parameter, value } of applied) {
    if (parameter === 'page') continue
    const before = search[parameter]
    search[parameter] = before === undefined ? value : `${before}${parameter === 'location' ? '; ' : ','}${value}`
  }
  return search
}
