import { Unreadable } from './conversions.ts'
import type { MappingNode } from './mapping-node.ts'
import { type Pattern, PatternFault, patternOf, SEARCHED_MAX_CHARACTERS } from './pattern.ts'
import { ELEMENT_MARK } from './sources/source.ts'

/** A column name, and the line of the mapping that contains it. */
export interface ColumnUse {
  readonly column: string
  readonly line: number
}

/** Columns whose cells are combined into one text. */
export interface CellsUse {
  /** At least one column. */
  readonly columns: readonly string[]
  readonly line: number
  /** Whether a file may lack all but one of the columns. */
  readonly oneIsEnough: boolean
  /** Combines the trimmed cells into one text. Cells that mean "no value" are empty. Absent for a single column. */
  readonly combine?: (cells: readonly string[]) => string
  /** Cell texts that mean "no value". */
  readonly empty: ReadonlySet<string>
}

/** Changes a trimmed, non-empty text before it is read. The result is empty if nothing remains. */
export type Refinement = (text: string) => string | Unreadable

export const CELLS_KEYS = ['column', 'join', 'with', 'strip', 'match', 'emptyWhen'] as const
export type CellsParts = { readonly [K in (typeof CELLS_KEYS)[number]]?: MappingNode }

/** Splits the text of a cell into the items of a list. */
export type ListSplit = (cell: string) => readonly string[]

/** Reads `column: a`, `column: [a, b]` or `join: [a, b]`. If `split` is given, the combined text is a list. */
export function readCells(name: string, node: MappingNode, parts: CellsParts, split?: ListSplit): CellsUse {
  const { column, join } = parts
  const named = column ?? join
  if (!named) return node.fail(`${name} needs a column, or columns to join.`)
  if (column && join) return join.fail(`${name} takes its text from column or from join: leave one of them out.`)
  if (!join) parts.with?.fail(`${name} takes "with" only together with "join".`)
  if (split) parts.with?.fail(`${name} is a list, so "join" makes a list of items: leave "with" out.`)
  const what = join ? `A column that ${name} joins` : `The column of ${name}`
  const columns = named.elements().map((element) => element.text(what))
  if (columns.length === 0) return named.fail(`${name} needs at least one column.`)
  const twice = columns.find((one, i) => columns.indexOf(one) !== i)
  if (twice !== undefined) named.fail(`${name} names the column "${twice}" twice.`)
  const empty = new Set(parts.emptyWhen?.elements().map((element) => element.text(`emptyWhen of ${name}`)))
  const common = { columns, line: named.line, oneIsEnough: !join && columns.length > 1, empty }
  if (join) return { ...common, combine: split ? itemsJoined(split) : textsJoined(parts.with) }
  return columns.length === 1 ? common : { ...common, combine: firstSaid }
}

function firstSaid(cells: readonly string[]): string {
  return cells.find((cell) => cell !== '') ?? ''
}

/** Joins texts. Cells that mean "no value" leave no gap. */
function textsJoined(node: MappingNode | undefined): (cells: readonly string[]) => string {
  const between = node?.anyText('with') ?? ' '
  return (cells) =>
    cells
      .flatMap((cell) => cell.split(ELEMENT_MARK))
      .filter((text) => text !== '')
      .join(between)
}

function itemsJoined(split: ListSplit): (cells: readonly string[]) => string {
  return (cells) => cells.flatMap(split).join(ELEMENT_MARK)
}

/** Reads `strip` and `match`. Undefined if the mapping has neither. */
export function readRefinement(name: string, { strip, match }: CellsParts): Refinement | undefined {
  if (!strip && !match) return undefined
  const texts = strip?.elements().map((element) => element.anyText(`strip of ${name}`)) ?? []
  const pattern = match && readPattern(`match of ${name}`, match)
  const written = match?.text(`match of ${name}`)
  const refusal = new Unreadable(
    `must have up to ${SEARCHED_MAX_CHARACTERS.toLocaleString('en-US')} characters and match ${written}`,
  )
  return (text) => {
    const rest = texts.reduce((left, one) => left.replaceAll(one, ''), text).trim()
    if (rest === '' || !pattern) return rest
    return pattern.find(rest)?.trim() ?? refusal
  }
}

export function readPattern(what: string, node: MappingNode): Pattern {
  const source = node.text(what)
  try {
    return patternOf(source)
  } catch (error) {
    if (error instanceof PatternFault) return node.fail(`${what} ${error.message}; the mapping says "${source}".`)
    throw error
  }
}
