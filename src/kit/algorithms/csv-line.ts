/** A line of a CSV file whose cells no spreadsheet runs. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\n`
}

function csvCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const NUMBER = /^[+-]?(\d+([.,]\d+)*|[.,]\d+)(e[+-]?\d+)?%?$/i

/** Spreadsheets run a cell that begins like this, unless it is a number. A leading apostrophe makes it plain text. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text)
}
