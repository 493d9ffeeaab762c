/**
 * A URL without its search state, and the possible readings of the state, likeliest first; empty if the URL has no
 * state.
 */
export interface SplitUrl {
  readonly rest: string
  readonly states: readonly string[]
}

const PARAMETER = /[?&#]searchQueryState=/i

/** Maximum number of times that a state may be percent-encoded. */
const MAX_ENCODINGS = 3

/** Splits off the state, which may be percent-encoded several times, or bare JSON that contains `&` and `#`. */
export function splitState(text: string): SplitUrl {
  const match = PARAMETER.exec(text)
  if (!match) return { rest: text, states: [] }
  const before = text.slice(0, match.index + 1)
  const value = text.slice(match.index + match[0].length)
  const length = value.trimStart().startsWith('{') ? bareLength(value) : value.search(/[&#]|$/)
  return { rest: before + value.slice(length).replace(/^&/, ''), states: decodings(value.slice(0, length)) }
}

/** Returns the length up to the brace that closes the first brace, or the whole length. Ignores braces in strings. */
function bareLength(value: string): number {
  let depth = 0
  for (const token of value.matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/gs)) {
    if (token[0] === '{') depth++
    else if (token[0] === '}' && --depth === 0) return token.index + 1
  }
  return value.length
}

/**
 * Returns the possible readings of a value, likeliest first: decoded, decoded again, …, unchanged. `+` means a space.
 */
function decodings(value: string): string[] {
  const objects: string[] = []
  let text = value
  while (objects.length < MAX_ENCODINGS) {
    const plain = percentDecoded(text.replaceAll('+', ' '))
    if (plain === undefined || plain === text) break
    objects.push(plain)
    text = plain
  }
  return [...objects, value]
}

/** Returns undefined if the text is not valid percent-encoding. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
