import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import { byFormat, isDateFormat } from './dates.ts'
import type { WideColumns } from './mapping.ts'
import { readValueReader } from './mapping-field.ts'
import type { MappingNode } from './mapping-node.ts'

/**
 * Reads `wide: { columns: YYYY-MM }`. A column named after a month contains the value for the last day of the month.
 */
export function readWide(node: MappingNode, decimalComma: boolean): WideColumns {
  const { read, columns } = readValueReader(node, decimalComma)
  if (!columns) return node.fail('wide needs columns: the format of their names, such as YYYY-MM-DD or YYYY-MM.')
  const format = columns.text('columns of wide')
  if (isDateFormat(format)) return { line: node.line, format, read, periodEnd: dayNamed(format) }
  if (isDateFormat(`${format} DD`)) return { line: node.line, format, read, periodEnd: monthNamed(format) }
  return columns.fail(`columns of wide must be a format such as YYYY-MM-DD or YYYY-MM; the mapping says "${format}".`)
}

function dayNamed(format: string): WideColumns['periodEnd'] {
  const read = byFormat(format)
  return (column) => {
    const timeMs = read(column)
    return timeMs === undefined ? undefined : dayOf(timeMs)
  }
}

function monthNamed(format: string): WideColumns['periodEnd'] {
  const read = byFormat(`${format} DD`)
  return (column) => {
    const firstMs = read(`${column} 01`)
    if (firstMs === undefined) return undefined
    const first = new Date(firstMs)
    return dayOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1) - DAY_MS)
  }
}
