import { parseForeignJson } from '../../../kit/base/foreign-json.ts'

/** The beginning of a text of JSON. */
export interface JsonStart {
  /** Whether each line is an object. */
  readonly isLines: boolean
  /** The key of the list of records, where a document must be told which one it is. */
  readonly rows?: string
  /** The keys that lead to the names of columns, where rows are lists. */
  readonly header?: string
}

/** Returns undefined for a text that does not begin as JSON. */
export function jsonStartOf(head: string): JsonStart | undefined {
  if (!/^\s*[{[]/.test(head)) return undefined
  const [line = ''] = head.trimStart().split('\n', 1)
  const lists = /^\s*\{/.test(head) && !hasSeveral(head) ? listRowsIn(head) : undefined
  if (lists !== undefined) return { isLines: false, ...lists }
  const list = listIn(head)
  const isOne = list !== undefined && !hasSeveral(head)
  const isLines = /^\s*\{/.test(head) && (isJson(line) || line.length === head.trimStart().length)
  return { isLines: isLines && !isOne, ...(isOne && list !== 'value' && { rows: list }) }
}

function isJson(text: string): boolean {
  try {
    parseForeignJson(text)
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

/** A list in a document, by the keys that lead to it, and the first sign in it. */
interface ListStart {
  readonly path: readonly string[]
  readonly first: string
  readonly at: number
}

/** The last key of lists that name columns. */
const HEADER_KEYS: ReadonlySet<string> = new Set(['columns', 'fields', 'header', 'headers', 'names'])
const ROW_OF_TEXTS = /^\[\s*"(?:[^"\\]|\\.)*"(?:\s*,\s*"(?:[^"\\]|\\.)*")*\s*\]/

/** Returns where rows that are lists are, and their names, in a document that is an object. */
function listRowsIn(head: string): Pick<JsonStart, 'rows' | 'header'> | undefined {
  const lists = listsIn(head)
  const [rows] = lists.filter(({ first }) => first === '[').sort((a, b) => a.path.length - b.path.length)
  if (rows === undefined) return undefined
  const header = lists.find(({ path, first }) => HEADER_KEYS.has(path.at(-1) ?? '') && (first === '{' || first.startsWith('"'))) // biome-ignore format: a line
  if (header !== undefined) return { rows: rows.path.join('.'), header: header.path.join('.') }
  return rows.path.length === 1 && ROW_OF_TEXTS.test(head.slice(rows.at)) ? { rows: rows.path.join('.') } : undefined
}

/** Returns the lists that keys alone lead to. */
function listsIn(head: string): readonly ListStart[] {
  const lists: ListStart[] = []
  const open: { readonly isList: boolean; key: string; isFresh: boolean }[] = []
  let text = ''
  for (const { 0: token, index } of head.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]|[-\w.]+/g)) {
    const inner = open.at(-1)
    if (inner?.isFresh) {
      inner.isFresh = false
      const outer = open.slice(0, -1)
      if (!outer.some(({ isList }) => isList))
        lists.push({ path: outer.map(({ key }) => key), first: token, at: index })
    }
    if (token === '{' || token === '[') open.push({ isList: token === '[', key: '', isFresh: token === '[' })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':' && inner !== undefined) inner.key = text
    else text = token.slice(1, -1)
  }
  return lists
}
