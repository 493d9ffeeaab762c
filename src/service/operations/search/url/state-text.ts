/**
 * A URL, split into the JSON of its search and everything else. Each of `states` may be the JSON, most likely first,
 * depending on how often it is percent-encoded.
 */
export interface SplitUrl {
  readonly rest: string
  readonly states: readonly string[]
}

const PARAMETER = /[?&#]searchQueryState=/i

/** Maximum number of times that the JSON may be percent-encoded. */
const MAX_ENCODINGS = 3

/**
 * Separates the JSON of the search from a URL. The JSON may be percent-encoded several times, or not at all and then
 * contain `&` and `#`.
 */
export function splitState(text: string): SplitUrl {
  const match = PARAMETER.exec(text)
  if (!match) return { rest: text, states: [] }
  const before = text.slice(0, match.index + 1)
  const value = text.slice(match.index + match[0].length)
  const length = value.trimStart().startsWith('{') ? bareLength(value) : value.search(/[&#]|$/)
  return { rest: before + value.slice(length).replace(/^&/, ''), states: decodings(value.slice(0, length)) }
}

/**
 * Returns the length up to the brace that closes the first brace, or the whole length if no brace closes it. Ignores
 * braces in strings.
 */
function bareLength(value: string): number {
  let depth = 0
  for (const token of value.matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/gs)) {
    if (token[0] === '{') depth++
    else if (token[0] === '}' && --depth === 0) return token.index + 1
  }
  return value.length
}

/**
 * Returns what a value may mean, most likely first: decoded, decoded twice and so on, and unchanged. `+` means a space.
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
