/** Returns a line of a CSV file. No spreadsheet will run one of its cells as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\n`
}

function csvCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const NUMBER = /^[+-]?(\d+([.,]\d+)*|[.,]\d+)(e[+-]?\d+)?%?$/i

/** Whether a spreadsheet would run the cell as a formula. A leading apostrophe makes a cell plain text. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text)
}
