import { COLUMNS_MAX, type Sheet, type SheetRow } from './table.ts'
import { readWholeXml, readXml, type XmlReader } from './xml.ts'
import type { Member } from './zip.ts'

/** Maximum number of copies of a row. Spreadsheets repeat the empty last row up to a million times. */
const COPIES_MAX = 10_000

/** Returns the sheets of an OpenDocument spreadsheet, from its `content.xml`. */
export async function sheetsOfOds(content: Member): Promise<readonly Sheet[]> {
  const sheets: Sheet[] = []
  const hidden = new Set<string>()
  let style = ''
  await readWholeXml(content.chunks(), {
    open: (tag, attributes) => {
      const { 'style:name': styleName, 'table:display': display } = attributes
      if (tag === 'style') style = styleName ?? ''
      if (tag === 'table-properties' && display === 'false') hidden.add(style)
      if (tag !== 'table') return
      const { 'table:name': name = '', 'table:style-name': of = '' } = attributes
      const number = sheets.length
      sheets.push({ name, hidden: hidden.has(of), rows: () => rowsOf(content, number) })
    },
  })
  return sheets
}

async function* rowsOf(content: Member, sheet: number): AsyncGenerator<SheetRow> {
  const reader = new OdsReader(sheet)
  for await (const _ of readXml(content.chunks(), reader)) {
    yield* reader.taken()
    if (reader.isOver) return
  }
}

/** Collects the non-empty rows of a sheet. Expands repeated cells and rows. */
class OdsReader implements XmlReader {
  readonly #sheet: number
  #at = -1
  #rows: SheetRow[] = []
  #line = 1
  #copies = 1
  #cells = new Map<number, string>()
  #column = 0
  #times = 1
  #value: string | undefined
  #text = ''
  #paragraphs = 0
  #isText = false
  #isNote = false

  constructor(sheet: number) {
    this.#sheet = sheet
  }

  get isOver(): boolean {
    return this.#at > this.#sheet
  }

  taken(): readonly SheetRow[] {
    return this.#rows.splice(0)
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'table') {
      this.#at++
      this.#line = 1
    } else if (name === 'table-row') {
      this.#cells = new Map()
      this.#column = 0
      this.#copies = Number(attributes['table:number-rows-repeated'] ?? 1)
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#value = valueIn(attributes)
      this.#text = ''
      this.#paragraphs = 0
      this.#times = Number(attributes['table:number-columns-repeated'] ?? 1)
    } else if (name === 'annotation') this.#isNote = true
    else if (name === 'p') {
      if (this.#paragraphs++ > 0) this.#text += '\n'
      this.#isText = true
    } else if (name === 's') this.#text += ' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1)))
  }

  text(piece: string): void {
    if (this.#isText && !this.#isNote) this.#text += piece
  }

  close(name: string): void {
    if (name === 'p') this.#isText = false
    else if (name === 'annotation') this.#isNote = false
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#addCells()
    else if (name === 'table-row') this.#addRows()
  }

  #addCells(): void {
    const cell = (this.#value ?? this.#text).trim()
    const end = this.#column + this.#times
    if (cell !== '' && end > COLUMNS_MAX) throw new Error(`line ${this.#line} has over ${COLUMNS_MAX} columns`)
    for (let column = this.#column; cell !== '' && column < end; column++) this.#cells.set(column, cell)
    this.#column = end
  }

  #addRows(): void {
    if (this.#at === this.#sheet && this.#cells.size > 0) {
      if (this.#copies > COPIES_MAX) throw new Error(`line ${this.#line} stands for over ${COPIES_MAX} rows`)
      for (let copy = 0; copy < this.#copies; copy++) this.#rows.push({ line: this.#line + copy, cells: this.#cells })
    }
    this.#line += this.#copies
  }
}

/** Returns a cell's value, which is more exact than its displayed text. Undefined for texts and times of day. */
function valueIn(attributes: Readonly<Record<string, string>>): string | undefined {
  const date = attributes['office:date-value']
  return date?.replace(/T00:00:00(\.0+)?$/, '') ?? attributes['office:value'] ?? attributes['office:boolean-value']
}
