import { isFields } from './json.ts'

/** A table of rows, which takes a third of the room of a list of objects. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** The number of rows there are, where these are some of them. */
  readonly total?: number
}

/** An answer as a person would read it: one line for each fact, and one for each row of a table. */
export function textOf(answer: unknown): string {
  return linesOf(answer, '').join('\n')
}

function linesOf(value: unknown, indent: string): string[] {
  if (!isFields(value)) return [`${indent}${plain(value)}`]
  return Object.entries(value).flatMap(([name, each]) => {
    if (isTable(each)) return [`${indent}${name}:`, ...tableLines(each, `${indent}  `)]
    if (Array.isArray(each)) return listLines(name, each, indent)
    if (isFields(each)) return [`${indent}${name}:`, ...linesOf(each, `${indent}  `)]
    return each === undefined ? [] : [`${indent}${name}: ${plain(each)}`]
  })
}

export function isTable(value: unknown): value is Table {
  return isFields(value) && Array.isArray(value.columns) && Array.isArray(value.rows)
}

function tableLines({ columns, rows }: Table, indent: string): string[] {
  if (rows.length === 0) return [`${indent}none`]
  return [columns, ...rows].map((cells) => `${indent}${cells.map(plain).join(' | ')}`)
}

function listLines(name: string, list: readonly unknown[], indent: string): string[] {
  if (list.length === 0) return [`${indent}${name}: none`]
  if (list.every((item) => !isFields(item))) return [`${indent}${name}: ${list.map(plain).join(', ')}`]
  return [`${indent}${name}:`, ...list.map((item) => `${indent}  - ${isFields(item) ? inLine(item) : plain(item)}`)]
}

function inLine(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${plain(value)}`)
    .join('; ')
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'string') return value.replace(/\s*\n\s*/g, ' ')
  return JSON.stringify(value)
}
