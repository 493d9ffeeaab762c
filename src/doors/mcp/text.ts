import { isFields } from './json.ts'

/** A table of cells. It is a third as long as a list of objects. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** The number of all rows. Undefined if `rows` contains all rows. */
  readonly total?: number
}

/** Writes an answer as text for models: one line per fact, and one line per table row. */
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

/**
 * Escapes a cell, so that its value cannot end the cell or row. `-` means unknown, so a cell with the text `-` becomes
 * `\-`.
 */
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

/** Quotes text that contains a separator, so that it does not look like several values. */
function quoted(text: string): string {
  return /[,;:"\n]/.test(text) && !/^https?:[^,;"\s]*$/.test(text) ? JSON.stringify(text) : text
}

/** Keys whose text comes from third parties such as agents and reviewers. */
const THIRD_PARTY_KEYS = new Set(['about', 'caption', 'description', 'disclaimer', 'text', 'title', 'work'])

/** Puts text from a third party between the two characters of `FENCE`, and removes these characters from the text. */
function fenced(name: string, text: string, value: unknown): string {
  const isTheirs = typeof value === 'string' && THIRD_PARTY_KEYS.has(name)
  return isTheirs ? `${FENCE[0]}${text.replace(/[⟦⟧]/g, '')}${FENCE[1]}` : text
}

export const FENCE = ['⟦', '⟧'] as const

function plain(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? oneLine(value) : JSON.stringify(value)
}

/** Replaces line breaks, so that the text takes one line. */
export function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}
