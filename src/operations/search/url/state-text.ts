/** A URL without its search state, and the texts that this may be, likeliest first; none where it has no state. */
export interface CutUrl {
  readonly rest: string
  readonly states: readonly string[]
}

const PARAMETER = /[?&#]searchQueryState=/i

/** Encoded more often than that, it is no state. */
const MOST_ENCODINGS = 3

/** The state may stand encoded once, or more often, or as bare JSON, which may hold `&` and `#` itself. */
export function cutState(text: string): CutUrl {
  const found = PARAMETER.exec(text)
  if (!found) return { rest: text, states: [] }
  const before = text.slice(0, found.index + 1)
  const value = text.slice(found.index + found[0].length)
  const length = value.trimStart().startsWith('{') ? bareLength(value) : value.search(/[&#]|$/)
  return { rest: before + value.slice(length).replace(/^&/, ''), states: decodings(value.slice(0, length)) }
}

/** Up to where the first bracket closes, or all of it. Brackets within strings do not count. */
function bareLength(value: string): number {
  let depth = 0
  for (const token of value.matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/gs)) {
    if (token[0] === '{') depth++
    else if (token[0] === '}' && --depth === 0) return token.index + 1
  }
  return value.length
}

/** What a value may mean, likeliest first: decoded, decoded again, or as it stands. `+` is a blank. */
function decodings(value: string): string[] {
  const found: string[] = []
  let text = value
  while (found.length < MOST_ENCODINGS) {
    const plain = percentDecoded(text.replaceAll('+', ' '))
    if (plain === undefined || plain === text) break
    found.push(plain)
    text = plain
  }
  return [...found, value]
}

/** Undefined where a percent sign stands for itself. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
