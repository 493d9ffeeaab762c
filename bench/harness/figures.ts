/** The allowed range of a figure. */
export type Reach =
  | { readonly atLeast: number; readonly atMost?: number }
  | { readonly atLeast?: undefined; readonly atMost: number }

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The allowed range as text, such as `≤ 0.08`. Null if any value is allowed. */
  readonly reach: string | null
  /** False if the figure is outside its allowed range. */
  readonly ok: boolean
}

export interface Column {
  readonly name: string
  readonly unit: string
}

export interface Row {
  readonly name: string
  /** One value per column. NaN if a value could not be measured. */
  readonly values: readonly number[]
}

const DIGITS = 4

/**
 * The figures of a bench. Prints each figure when it is measured. With `json`, prints a single JSON document at the end
 * instead. Progress is always printed to standard error.
 */
export class Figures {
  readonly #json: boolean
  readonly #all: Figure[] = []

  constructor(json: boolean) {
    this.#json = json
  }

  add(name: string, value: number, unit: string, reach?: Reach): void {
    const figure = figureOf(name, value, unit, reach)
    this.#all.push(figure)
    if (!this.#json) process.stdout.write(`${lineOf(figure)}\n`)
  }

  /** Prints figures without allowed ranges as a table. In JSON, a figure's name consists of the row and the column. */
  table(columns: readonly Column[], rows: readonly Row[]): void {
    for (const { name, values } of rows)
      for (const [i, column] of columns.entries())
        this.#all.push(figureOf(`${name}: ${column.name}`, values[i] ?? Number.NaN, column.unit))
    if (!this.#json) process.stdout.write(tableText(columns, rows))
  }

  heading(text: string): void {
    if (!this.#json) process.stdout.write(`\n${text}\n`)
  }

  note(text: string): void {
    process.stderr.write(`${text}\n`)
  }

  /** Prints the end of the report. */
  end(): void {
    if (this.#json) process.stdout.write(`${JSON.stringify({ figures: this.#all })}\n`)
  }
}

/**
 * Makes a figure. Compares the exact value with the allowed range. Shows counts exactly, and other values with four
 * digits.
 */
export function figureOf(name: string, value: number, unit: string, reach?: Reach): Figure {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS))
  if (reach === undefined) return { name, value: rounded, unit, reach: null, ok: true }
  const { atLeast, atMost } = reach
  const words = [atLeast === undefined ? [] : `≥ ${atLeast}`, atMost === undefined ? [] : `≤ ${atMost}`]
    .flat()
    .join(', ')
  const ok = value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY)
  return { name, value: rounded, unit, reach: words, ok }
}

function lineOf({ name, value, unit, reach, ok }: Figure): string {
  const verdict = reach === null ? '' : `   ${reach} ${ok ? 'ok' : 'MISSED'}`
  return `${name.padEnd(64)} ${String(value).padStart(10)} ${unit}${verdict}`
}

/** Formats rows and columns as a Markdown table, with a dash for a missing value. */
export function tableText(columns: readonly Column[], rows: readonly Row[]): string {
  const head = ['', ...columns.map(({ name, unit }) => (unit === '' ? name : `${name}, ${unit}`))]
  const cells = rows.map(({ name, values }) => [name, ...columns.map((_, i) => shown(values[i]))])
  const widths = head.map((text, i) => Math.max(text.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join(' | ')} |\n`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('')
}

/** Formats a value with three digits, because a noisy machine cannot measure more. */
function shown(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–'
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}
