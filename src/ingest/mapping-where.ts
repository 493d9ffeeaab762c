import { type ColumnUse, readPattern } from './mapping-cells.ts'
import type { MappingNode } from './mapping-node.ts'
import { ELEMENT_MARK } from './sources/source.ts'

/** What a cell must be for its row to be read. */
export interface Condition extends ColumnUse {
  /** A file may lack the column; its cells then say nothing. */
  readonly optional: boolean
  holds(cell: string): boolean
}

/** `where: { status: [Active, Pending], kind: { not: Land }, code: { match: '^R' } }`: all must hold. */
export function readWhere(node: MappingNode): readonly Condition[] {
  return node.entries('where').map(([column, value, key]) => {
    const what = `where of ${column}`
    const optional = value.find('optional')?.boolean(`optional of ${what}`) ?? false
    return { column, line: key.line, optional, holds: readTest(what, value) }
  })
}

function readTest(what: string, node: MappingNode): (cell: string) => boolean {
  if (!node.isMap) return isOneOf(what, node)
  const { not, match } = node.keyed(what, ['not', 'match', 'optional'])
  if (!not && !match) return node.fail(`${what} needs a value, a list of values, not or match.`)
  const excluded = not && isOneOf(what, not)
  const pattern = match && readPattern(`match of ${what}`, match)
  return (cell) => {
    if (excluded?.(cell)) return false
    return !pattern || itemsIn(cell).some((item) => pattern.find(item) !== undefined)
  }
}

/** Of a list, one item is enough. */
function isOneOf(what: string, node: MappingNode): (cell: string) => boolean {
  const texts = new Set(node.elements().map((element) => element.anyText(`A value of ${what}`)))
  return (cell) => itemsIn(cell).some((item) => texts.has(item))
}

function itemsIn(cell: string): string[] {
  const text = cell.endsWith(ELEMENT_MARK) ? cell.slice(0, -1) : cell
  return text.split(ELEMENT_MARK).map((item) => item.trim())
}
