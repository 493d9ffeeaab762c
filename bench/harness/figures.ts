/** The bounds that a figure should be within. */
export type Reach =
  | { readonly atLeast: number; readonly atMost?: number }
  | { readonly atLeast?: undefined; readonly atMost: number }

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** In words, `≤ 0.08`; null where nothing was set. */
  readonly reach: string | null
  /** False only where a reach was set and missed. */
  readonly ok: boolean
}

export interface Column {
  readonly name: string
  readonly unit: string
}

export interface Row {
  readonly name: string
  /** One for each column; NaN where something could not be measured. */
  readonly values: readonly number[]
}

const DIGITS = 4

/**
 * The figures of a bench. With `json` standard output carries one JSON document at the end and nothing else, otherwise
 * every figure as soon as it is measured. Notes of progress go to standard error either way.
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

  /** Rows of figures without a reach, side by side. As JSON each is named after its row and its column. */
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

  /** The last word of a bench. */
  end(): void {
    if (this.#json) process.stdout.write(`${JSON.stringify({ figures: this.#all })}\n`)
  }
}

/** The verdict is on the value as measured; a count is told whole, any other value rounded to four digits. */
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

/** Rows under their columns, as Markdown shows them too; a value that is missing is a dash. */
export function tableText(columns: readonly Column[], rows: readonly Row[]): string {
  const head = ['', ...columns.map(({ name, unit }) => (unit === '' ? name : `${name}, ${unit}`))]
  const cells = rows.map(({ name, values }) => [name, ...columns.map((_, i) => shown(values[i]))])
  const widths = head.map((text, i) => Math.max(text.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join(' | ')} |\n`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('')
}

/** Three digits are what a noisy machine can tell. */
function shown(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–'
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}
