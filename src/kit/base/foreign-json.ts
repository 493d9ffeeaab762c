/**
 * Maximum depth of a value. No caller or file needs more, and code that recursively walks a deeper value would overflow
 * its stack.
 */
const DEPTH_MAX = 100
/** Maximum number of values. A value may take only 2 bytes as text, but up to 100 bytes of memory once it is parsed. */
const VALUES_MAX = 10_000_000

/**
 * Parses JSON that a caller, a file or a server sent. Throws a SyntaxError for broken JSON, for values nested more than
 * 100 deep and for more than 10 million values, before such values take any memory.
 */
export function parseForeignJson(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  if (isTooMuch(text))
    throw new SyntaxError(`JSON must have at most ${VALUES_MAX} values, nested at most ${DEPTH_MAX} deep`)
  return JSON.parse(text, reviver)
}

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END, COMMA] = Array.from('"\\[]{},', (sign) =>
  sign.charCodeAt(0),
)

/**
 * Whether the text has too many values or nests them too deep. Ignores brackets in strings. The text may be broken
 * JSON.
 */
export function isTooMuch(text: string, depthMax = DEPTH_MAX): boolean {
  let depth = 0
  let values = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isString = false
    } else if (code === QUOTE) isString = true
    else if (code === LIST || code === OBJECT) {
      if (++depth > depthMax || ++values > VALUES_MAX) return true
    } else if (code === COMMA) {
      if (++values > VALUES_MAX) return true
    } else if (code === LIST_END || code === OBJECT_END) depth--
  }
  return false
}
