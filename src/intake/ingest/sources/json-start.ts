import { keysOf, rowsPathOf } from './json-path.ts'
import { parsedJson } from './json-rows.ts'
import { HOMES_KEY, sizeOfList } from './list-size.ts'

/** What the beginning of a JSON text shows. */
export interface JsonStart {
  /** Whether each line is one object. */
  readonly isLines: boolean
  /** The path of the records, if a mapping must state it. */
  readonly rows?: string
  /** The path of the column names, if rows are lists. */
  readonly header?: string
  /** The list of homes inside each record, such as a city. */
  readonly each?: readonly string[]
}

/** Returns what the beginning of a JSON text shows. Undefined if the text does not begin like JSON. */
export function jsonStartOf(head: string): JsonStart | undefined {
  if (!/^\s*[{[]/.test(head)) return undefined
  if (/^\s*\[/.test(head)) return { isLines: false, ...rowsOfPages(head.replace('[', '')) }
  const isOne = !hasSeveral(head)
  const parts = partsIn(head)
  const lists = isOne ? listRowsIn(head, parts) : undefined
  if (lists !== undefined) return { isLines: false, ...lists }
  const records = recordsIn(parts, isOne)
  if (records !== undefined) return { isLines: false, ...(records !== 'value' && { rows: records }) }
  const [line = ''] = head.trimStart().split('\n', 1)
  return { isLines: parsedJson(line) !== undefined || line.length === head.trimStart().length }
}

/**
 * Finds the records in a list, given as the text after its bracket. If its elements are pages of records, returns the
 * path of the records in a page. If its elements contain lists of homes and have fewer facts than a home, returns the
 * path of these lists.
 */
function rowsOfPages(pages: string): Pick<JsonStart, 'rows' | 'each'> {
  const [root, ...parts] = partsIn(pages)
  const isOne = !hasSeveral(pages)
  const isPage = root?.isList === false && root.scalars < (isOne ? 4 : 1)
  const rows = isPage ? recordsIn([root, ...parts], isOne) : undefined
  if (rows !== undefined && LIST_KEY.test(keysOf(rows).at(-1) ?? '')) return { rows }
  const inner = parts.find(({ path, isList, children: [home = new Set()] }) => {
    const isOfHomes = isList && path.length === 1 && HOMES_KEY.test(path[0] ?? '')
    return isOfHomes && home.size > Math.max(3, root?.scalars ?? 0)
  })
  return inner && root?.isList === false ? { each: inner.path } : {}
}

/** Whether a second document follows the first. */
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

/** A list or object that can be reached by keys alone, without list indexes. */
interface Part {
  readonly path: readonly string[]
  readonly isList: boolean
  /** The first character inside. */
  first: string
  at: number
  /** Number of objects directly inside, and the keys of the first two. */
  objects: number
  readonly children: Set<string>[]
  /** Number of keys whose values are not objects or lists. */
  scalars: number
}

/** Usual names of the list of records. */
const LIST_KEY =
  /^(value|d|results?|data|items|records|listings|properties|homes|houses|elements|bundle|rows|docs|documents|hits|content|entries)$/i

/**
 * Returns the path of the records in a document: a list of objects, or an object with records by id (the path then ends
 * in `*`). Records have more keys than the objects around them. Undefined if the document is a single record.
 */
function recordsIn(parts: readonly Part[], isOne: boolean): string | undefined {
  const candidates = parts.flatMap(({ path, isList, objects, children: [first, second], scalars }) => {
    const keys = first?.size ?? 0
    const alike = [...(first ?? [])].filter((key) => second?.has(key)).length
    const isMap = !isList && objects > 1 && scalars === 0 && keys > 2 && alike * 2 >= Math.max(keys, second?.size ?? 0)
    const outer = parts.filter((one) => !one.isList && one.path.length < path.length && isPrefix(one.path, path))
    const around = Math.max(0, ...outer.map((one) => one.scalars))
    const isUsual = LIST_KEY.test(path.at(-1) ?? '')
    const isWrapped = isOne ? keys * 2 >= around || (objects > 4 && isUsual) : keys > around && isUsual
    if (objects === 0 || !isWrapped || !(isList || isMap)) return []
    const end = isMap ? ['*'] : isList && areAlike(path, parts) ? ['*[]'] : []
    const rows = rowsPathOf([...(end[0] === '*[]' ? path.slice(0, -1) : path), ...end])
    return [{ path: rows, size: sizeOfList(path.at(-1) ?? '', objects, keys) }]
  })
  return candidates.sort((a, b) => b.size - a.size)[0]?.path
}

function isPrefix(start: readonly string[], path: readonly string[]): boolean {
  return start.every((key, i) => key === path[i])
}

/**
 * Whether an object's lists contain different homes: their records share most keys, and either all lists are named
 * after homes, or no list has a usual name such as `results`. A list of results may repeat homes of another list.
 */
function areAlike(path: readonly string[], parts: readonly Part[]): boolean {
  const around = path.slice(0, -1).join('\n')
  const lists = parts.filter((one) => {
    const isBeside = one.path.length === path.length && one.path.slice(0, -1).join('\n') === around
    return isBeside && one.isList && one.path.length > 0 && one.first !== ''
  })
  const names = lists.map((list) => list.path.at(-1) ?? '')
  const general = names.filter((name) => LIST_KEY.test(name) || /results?$|list$/i.test(name))
  const ofHomes = names.filter((name) => HOMES_KEY.test(name) && !/sales?$/i.test(name))
  if (ofHomes.length < names.length && general.length + ofHomes.length > 0) return false
  const [first, ...others] = lists.map(({ children }) => children[0] ?? new Set<string>())
  if (first === undefined || others.length === 0 || first.size < 3) return false
  return others.every((keys) => [...first].filter((key) => keys.has(key)).length * 2 > Math.max(first.size, keys.size))
}

/** Usual names of the list of column names. */
const HEADER_KEYS: ReadonlySet<string> = new Set(['columns', 'fields', 'header', 'headers', 'names'])
const ROW_OF_TEXTS = /^\[\s*"(?:[^"\\]|\\.)*"(?:\s*,\s*"(?:[^"\\]|\\.)*")*\s*\]/

/** Returns the paths of rows that are lists, and of their column names. */
function listRowsIn(head: string, parts: readonly Part[]): Pick<JsonStart, 'rows' | 'header'> | undefined {
  const lists = parts.filter(({ isList }) => isList)
  const [rows] = lists.filter(({ first }) => first === '[').sort((a, b) => a.path.length - b.path.length)
  if (rows === undefined) return undefined
  const header = lists.find(({ path, first }) => HEADER_KEYS.has(path.at(-1) ?? '') && (first === '{' || first.startsWith('"'))) // biome-ignore format: a line
  if (header !== undefined) return { rows: rowsPathOf(rows.path), header: rowsPathOf(header.path) }
  return rows.path.length === 1 && ROW_OF_TEXTS.test(head.slice(rows.at)) ? { rows: rowsPathOf(rows.path) } : undefined
}

/** Returns the lists and objects of the first document that can be reached by keys alone, outermost first. */
function partsIn(head: string): readonly Part[] {
  const parts: Part[] = []
  const open: (Part & { key: string; isNamed: boolean; own: Set<string> | undefined })[] = []
  let text = ''
  for (const { 0: token, index } of head.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]|[-\w.]+/g)) {
    const outer = open.at(-1)
    const isOpening = token === '{' || token === '['
    if (outer !== undefined && outer.first === '' && token !== '}' && token !== ']')
      Object.assign(outer, { first: token, at: index })
    if (isOpening) {
      const isNamed = outer === undefined || (outer.isNamed && !outer.isList)
      const own = token === '{' && outer !== undefined && outer.objects < 2 ? new Set<string>() : undefined
      if (token === '{' && outer !== undefined) outer.objects++
      if (own !== undefined) outer?.children.push(own)
      if (outer !== undefined && !outer.isList) outer.scalars--
      const path = outer === undefined ? [] : [...outer.path, ...(outer.isList ? [] : [outer.key])]
      const part = { path, isList: token === '[', first: '', at: index, objects: 0, children: [], scalars: 0 }
      const opened = { ...part, key: '', isNamed, own }
      open.push(opened)
      if (isNamed) parts.push(opened)
    } else if (token === '}' || token === ']') {
      open.pop()
      if (open.length === 0) break
    } else if (token === ':' && outer !== undefined) {
      outer.key = text
      outer.scalars++
      outer.own?.add(text)
    } else text = token.slice(1, -1)
  }
  return parts
}
