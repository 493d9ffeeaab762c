/** The target range of a figure. */
export type Reach =
  | { readonly atLeast: number; readonly atMost?: number }
  | { readonly atLeast?: undefined; readonly atMost: number }

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The target as text, such as `≤ 0.08`. Null if there is no target. */
  readonly reach: string | null
  /** False only if the figure misses its target. */
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
 * The figures of a bench. Prints each figure as soon as it is measured. With `json`, prints a single JSON document at
 * the end instead. Notes about progress always go to standard error.
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

  /** Prints figures without targets as a table. In JSON, each figure has the name of its row and column. */
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
 * Makes a figure. The exact value is compared with the target. Counts are shown exactly, other values with four digits.
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

/** Formats rows and columns as a Markdown table. A missing value is a dash. */
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
