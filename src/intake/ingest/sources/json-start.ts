/** The beginning of a text of JSON. */
export interface JsonStart {
  /** Whether each line is an object. */
  readonly isLines: boolean
  /** The key of the list of records, where a document must be told which one it is. */
  readonly rows?: string
}

/** Returns undefined for a text that does not begin as JSON. */
export function jsonStartOf(head: string): JsonStart | undefined {
  if (!/^\s*[{[]/.test(head)) return undefined
  const [line = ''] = head.trimStart().split('\n', 1)
  const list = listIn(head)
  const isOne = list !== undefined && !hasSeveral(head)
  const isLines = /^\s*\{/.test(head) && (isJson(line) || line.length === head.trimStart().length)
  return { isLines: isLines && !isOne, ...(isOne && list !== 'value' && { rows: list }) }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the first key of an object that holds a list of objects. */
function listIn(head: string): string | undefined {
  const [, before = '', key] = /^\s*\{([\s\S]*?)"([^"\\]+)"\s*:\s*\[\s*\{/.exec(head) ?? []
  // Another brace before it means that the key lies deeper.
  return before.includes('{') ? undefined : key
}

/** Whether a second object follows the first one. */
function hasSeveral(head: string): boolean {
  let depth = 0
  let hasEnded = false
  for (const [token] of head.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++
    else if (token === '}') depth--
    else continue
    if (token === '{' && depth === 1 && hasEnded) return true
    if (depth === 0) hasEnded = true
  }
  return false
}
