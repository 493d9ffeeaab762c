import { dataFault } from '../file-fault.ts'
import { readWholeXml } from './xml.ts'
import type { Member } from './zip.ts'

/** The parts of a workbook that cells refer to. */
export interface Workbook {
  readonly sheets: readonly SheetPart[]
  /** Shared texts, by index. */
  readonly texts: readonly string[]
  /** Indexes of the styles of dates and times. */
  readonly dated: ReadonlySet<number>
  /** Whether days count from 1904 instead of 1900. */
  readonly from1904: boolean
}

interface SheetPart {
  readonly name: string
  readonly hidden: boolean
  readonly member: Member
}

/** Maximum number of characters of all texts, because they must fit into memory. */
const TEXT_MAX_CHARACTERS = 400_000_000

export async function readWorkbook(members: readonly Member[], file: string): Promise<Workbook> {
  const part = (name: string) => members.find((member) => member.name.toLowerCase() === name.toLowerCase())
  const book = part('xl/workbook.xml')
  if (book === undefined) {
    const what = part('xl/workbook.bin') ? 'a binary spreadsheet (.xlsb)' : 'a ZIP archive, not a spreadsheet'
    throw dataFault(`"${file}" is ${what}: save it as .xlsx or CSV.`)
  }
  const targets = await readTargets(part('xl/_rels/workbook.xml.rels'))
  const sheets: SheetPart[] = []
  let from1904 = false
  await readWholeXml(book.chunks(), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const member = part(targets.get(id) ?? '')
      const hidden = (attributes.state ?? 'visible') !== 'visible'
      // Chart sheets have no table.
      if (member && /worksheets\//i.test(member.name)) sheets.push({ name: attributes.name ?? '', hidden, member })
    },
  })
  return {
    sheets,
    texts: await readTexts(part('xl/sharedStrings.xml'), file),
    dated: await readDated(part('xl/styles.xml')),
    from1904,
  }
}

/** Returns the paths of the workbook's parts, by relation id. */
async function readTargets(member: Member | undefined): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  if (member === undefined) return targets
  await readWholeXml(member.chunks(), {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return targets
}

async function readTexts(member: Member | undefined, file: string): Promise<readonly string[]> {
  const texts: string[] = []
  if (member === undefined) return texts
  const text = new RichText()
  let characters = 0
  await readWholeXml(member.chunks(), {
    open: (name) => text.open(name),
    text: (piece) => text.add(piece),
    close: (name) => {
      text.close(name)
      if (name !== 'si') return
      const whole = text.take()
      characters += whole.length
      texts.push(whole)
      if (characters > TEXT_MAX_CHARACTERS)
        throw dataFault(`"${file}" has too much text for a spreadsheet: save it as CSV.`)
    },
  })
  return texts
}

/** Collects a text that may consist of several runs. Skips its pronunciation (`rPh`). */
export class RichText {
  #text = ''
  #inText = false
  #inPhonetic = false

  open(name: string): void {
    if (name === 't') this.#inText = true
    if (name === 'rPh') this.#inPhonetic = true
  }

  add(piece: string): void {
    if (this.#inText && !this.#inPhonetic) this.#text += piece
  }

  close(name: string): void {
    if (name === 't') this.#inText = false
    if (name === 'rPh') this.#inPhonetic = false
  }

  take(): string {
    const text = unescaped(this.#text)
    this.#text = ''
    return text
  }
}

/** Decodes characters such as `_x000D_`, which XML cannot contain. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Number ranges of the built-in formats of dates and times. */
const DATE_FORMATS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

async function readDated(member: Member | undefined): Promise<ReadonlySet<number>> {
  const dated = new Set<number>()
  if (member === undefined) return dated
  const codes = new Map<number, string>()
  let inStyles = false
  let style = 0
  await readWholeXml(member.chunks(), {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') inStyles = true
      if (name !== 'xf' || !inStyles) return
      if (isDateFormat(Number(attributes.numFmtId ?? 0), codes)) dated.add(style)
      style++
    },
    close: (name) => {
      if (name === 'cellXfs') inStyles = false
    },
  })
  return dated
}

function isDateFormat(id: number, codes: ReadonlyMap<number, string>): boolean {
  const code = codes.get(id)
  if (code === undefined) return DATE_FORMATS.some(([from, to]) => id >= from && id <= to)
  // Quoted texts, colors and escaped characters may contain the letters of date formats.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, '')
  return /[dmyhs]/i.test(bare.split(';')[0] ?? '')
}
