/** Deeper values are no data of callers or files. Code that walks a value recursively would overflow its stack. */
const DEPTH_MAX = 100

/**
 * Parses JSON that a caller or a file sent. Throws a SyntaxError for broken JSON and for values that are nested more
 * than 100 deep, before any memory is spent on them.
 */
export function parseForeignJson(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  if (isDeeperThan(DEPTH_MAX, text)) throw new SyntaxError(`JSON may be nested at most ${DEPTH_MAX} deep`)
  return JSON.parse(text, reviver)
}

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = Array.from('"\\[]{}', (sign) => sign.charCodeAt(0))

/** Whether brackets outside of strings are nested deeper. The text need not be JSON. */
export function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isString = false
    } else if (code === QUOTE) isString = true
    else if (code === LIST || code === OBJECT) {
      if (++depth > limit) return true
    } else if (code === LIST_END || code === OBJECT_END) depth--
  }
  return false
}
