import { isFields } from './json.ts'

/** A table of rows, which takes a third of the room of a list of objects. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** The number of all rows is told where these are some of them. */
  readonly total?: number
}

/** An answer as a person would read it: one line for each fact, and one for each row of a table. */
export function textOf(answer: unknown): string {
  return linesOf(answer, '').join('\n')
}

function linesOf(value: unknown, indent: string): string[] {
  if (!isFields(value)) return [`${indent}${plain(value)}`]
  return Object.entries(value).flatMap(([name, each]) => {
    const label = quoted(oneLine(name))
    if (isTable(each)) return [`${indent}${label}:`, ...tableLines(each, `${indent}  `)]
    if (Array.isArray(each)) return listLines(label, each, indent)
    if (isFields(each)) return [`${indent}${label}:`, ...linesOf(each, `${indent}  `)]
    return each === undefined ? [] : [`${indent}${label}: ${fenced(name, plain(each), each)}`]
  })
}

export function isTable(value: unknown): value is Table {
  return isFields(value) && Array.isArray(value.columns) && Array.isArray(value.rows)
}

function tableLines({ columns, rows }: Table, indent: string): string[] {
  if (rows.length === 0) return [`${indent}none`]
  const lines = rows.map((cells) => cells.map((cell, i) => fenced(String(columns[i]), cellOf(cell), cell)))
  return [columns.map(cellOf), ...lines].map((cells) => `${indent}${cells.join(' | ')}`)
}

/** A cell never ends before its value does, nor does a row; what is not known is a dash, and a dash is written so. */
function cellOf(value: unknown): string {
  if (typeof value !== 'string') return plain(value)
  if (value === '-') return '\\-'
  return value.replace(/[\\|\n\t]/g, (sign) => ESCAPES[sign] ?? sign)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '|': '\\|', '\n': '\\n', '\t': '\\t' }

function listLines(label: string, list: readonly unknown[], indent: string): string[] {
  if (list.length === 0) return [`${indent}${label}: none`]
  if (list.every((item) => !isFields(item)))
    return [`${indent}${label}: ${list.map((item) => quoted(plain(item))).join(', ')}`]
  return [`${indent}${label}:`, ...list.map((item) => `${indent}  - ${isFields(item) ? inLine(item) : plain(item)}`)]
}

function inLine(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${quoted(oneLine(name))}: ${fenced(name, quoted(plain(value)), value)}`)
    .join('; ')
}

/** Quotes a text that has a sign by which a line is read: it would seem to be several. */
function quoted(text: string): string {
  return /[,;:"\n]/.test(text) && !/^https?:[^,;"\s]*$/.test(text) ? JSON.stringify(text) : text
}

/** Keys of what listings, agents and their clients have written at length. */
const WORDS_OF_OTHERS = new Set(['about', 'caption', 'description', 'disclaimer', 'text', 'title', 'work'])

/** Puts such a text between two signs that it cannot have itself, so that it ends where it seems to. */
function fenced(name: string, text: string, value: unknown): string {
  const isTheirs = typeof value === 'string' && WORDS_OF_OTHERS.has(name)
  return isTheirs ? `${FENCE[0]}${text.replace(/[⟦⟧]/g, '')}${FENCE[1]}` : text
}

export const FENCE = ['⟦', '⟧'] as const

function plain(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? oneLine(value) : JSON.stringify(value)
}

/** A text that begins no line of its own. */
export function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}
