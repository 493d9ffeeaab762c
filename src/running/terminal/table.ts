import { styleText } from 'node:util'

/** Formats rows as lines of a table with a heading. One column may be right-aligned. `watched` adds color. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  watched: boolean,
  rightColumn = -1,
): readonly string[] {
  const widths = heading.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0, column === rightColumn))
      .join('  ')
      .trimEnd()
  return [watched ? styleText('bold', lineOf(heading)) : lineOf(heading), ...rows.map(lineOf)]
}

function padded(cell: string, width: number, toTheRight: boolean): string {
  return toTheRight ? cell.padStart(width) : cell.padEnd(width)
}
