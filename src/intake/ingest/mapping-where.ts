import { type ColumnUse, readPattern } from './mapping-cells.ts'
import type { MappingNode } from './mapping-node.ts'
import { ELEMENT_MARK } from './sources/source.ts'

/** A condition on one column. It selects rows to read, rows that delete their record, or rows that fill a field. */
export interface Condition extends ColumnUse {
  /** Whether a file may lack the column. Its cells are then treated as empty. */
  readonly optional: boolean
  holds(cell: string): boolean
}

/** Reads `where: { status: [Active, Pending], kind: { not: Land }, code: { match: '^R' } }`. */
export function readConditions(name: string, node: MappingNode): readonly Condition[] {
  return node.entries(name).map(([column, value, key]) => {
    const what = `${name} of ${column}`
    const optional = value.find('optional')?.boolean(`optional of ${what}`) ?? false
    return { column, line: key.line, optional, holds: readTest(what, value) }
  })
}

function readTest(what: string, node: MappingNode): (cell: string) => boolean {
  if (!node.isMap) return isOneOf(what, node)
  const { is, not, match } = node.keyed(what, ['is', 'not', 'match', 'optional'])
  if (!is && !not && !match) return node.fail(`${what} needs a value, a list of values, is, not or match.`)
  const included = is && isOneOf(what, is)
  const excluded = not && isOneOf(what, not)
  const pattern = match && readPattern(`match of ${what}`, match)
  return (cell) => {
    if (excluded?.(cell) || included?.(cell) === false) return false
    return !pattern || itemsIn(cell).some((item) => pattern.find(item) !== undefined)
  }
}

/** Tests whether the cell, or one item of a list, equals one of the texts. */
function isOneOf(what: string, node: MappingNode): (cell: string) => boolean {
  const texts = new Set(node.elements().map((element) => element.anyText(`A value of ${what}`)))
  return (cell) => itemsIn(cell).some((item) => texts.has(item))
}

function itemsIn(cell: string): string[] {
  const text = cell.endsWith(ELEMENT_MARK) ? cell.slice(0, -1) : cell
  return text.split(ELEMENT_MARK).map((item) => item.trim())
}
