import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLAT, Program } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'

/** As much of a report as the promise is about. */
interface Told {
  readonly rowsRead: number
  readonly rowsRejected: number
  readonly rows: readonly {
    readonly read: number
    readonly new: number
    readonly changed: number
    readonly unchanged: number
    readonly merged: number
    readonly rejected: number
  }[]
  readonly reported: readonly { readonly rule: string; readonly rows: number }[]
}

const MAPPING = `
name: attacked
source: attacked
key: id
fields:
  HomeType: { constant: CONDO }
  PostalCode: zip
  StandardStatus: { constant: Active }
  ListPrice: price
  PublicRemarks: { column: text, optional: true }
  StreetAddress: street
`

const HEADER = 'id,zip,price,text,street\n'

/** Some rows hold a text of several lines, with commas and quotes, as descriptions do. */
function rowOf(i: number): string {
  const text = i % 7 === 0 ? `"Two rooms, ""bright"",\nand a garden, ${i} steps\nfrom the sea"` : `Home ${i}`
  return `${i},98103,${100_000 + i},${text},${i} Main St\n`
}

function isEveryRow(i: number, every: number): boolean {
  return i % every === 5 && i % 7 !== 0
}

/** Rows of which some have a quote in front of their text that nothing closes. */
function strayRows(rows: number, every: number): { text: string; strays: number } {
  const lines = Array.from({ length: rows }, (_, i) =>
    isEveryRow(i, every) ? rowOf(i).replace('Home', '"Home') : rowOf(i),
  )
  return { text: HEADER + lines.join(''), strays: lines.filter((_, i) => isEveryRow(i, every)).length }
}

/** Whole numbers below a bound, the same at every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const PIECES = [
  '"',
  '""',
  ',',
  '\n',
  '\r',
  '\r\n',
  '\0',
  '\ufeff',
  '=1+1',
  '98103',
  '2147483647',
  '\u{1f3e0}',
  '\t',
  '|',
]

/** A sound file into which pieces were put, or of which pieces were cut out, or bytes that are no text at all. */
function garbage(number: (below: number) => number, rows: number): Buffer {
  if (number(8) === 0) return Buffer.from(Array.from({ length: 4000 }, () => number(256)))
  let text = HEADER + Array.from({ length: rows }, (_, i) => rowOf(i + 1)).join('')
  for (let times = number(12) + 1; times > 0; times--) {
    const at = number(text.length)
    text =
      text.slice(0, at) + (PIECES[number(PIECES.length)] ?? '') + text.slice(at + (number(4) === 0 ? number(40) : 0))
  }
  const bytes = Buffer.from(text)
  if (number(3) === 0) bytes[number(bytes.length)] = 128 + number(128)
  return bytes
}

class Imports {
  readonly folder = mkdtempSync(join(tmpdir(), 'plat-attack-'))
  readonly #mapping = join(this.folder, 'attacked.yaml')

  constructor() {
    writeFileSync(this.#mapping, MAPPING)
  }

  /** What an import tells of; undefined: it refused the file, in a sentence. */
  async bring(content: string | Buffer): Promise<Told | undefined> {
    const file = join(this.folder, 'rows.csv')
    writeFileSync(file, content)
    const words = ['import', file, '--mapping', this.#mapping, '--data', join(this.folder, 'data'), '--json']
    const program = new Program(PLAT, words)
    const code = await program.ended()
    const report = /^\{.*^\}$/ms.exec(program.stdout)?.[0]
    assert(code === 0 || code === 65, `it ended with ${code}: ${program.stderr}`)
    assert(!/^\s+at /m.test(program.stderr), `a fault of ours: ${program.stderr}`)
    if (report === undefined) return undefined
    const told = JSON.parse(report) as Told // the program's own answer
    for (const rows of told.rows) {
      assert.equal(rows.read, rows.new + rows.changed + rows.unchanged + rows.merged + rows.rejected)
    }
    return told
  }
}

async function attack(rows: number, every: number, files: number): Promise<Measured> {
  const imports = new Imports()
  try {
    const { text, strays } = strayRows(rows, every)
    const told = await imports.bring(text)
    assert.deepEqual([told?.rowsRead, told?.rowsRejected], [rows, strays], 'each stray quote costs one row')

    const shared = HEADER + Array.from({ length: rows }, (_, i) => rowOf(i).replace(/^\d+/, 'one')).join('')
    const ofOneKey = await imports.bring(shared)
    assert.equal(ofOneKey?.rows[0]?.merged, rows - 1)
    assert.equal(ofOneKey.reported.find(({ rule }) => rule === 'key.shared')?.rows, rows - 1)

    const number = numbersFrom(20_260_501)
    let refused = 0
    for (let i = 0; i < files; i++) if ((await imports.bring(garbage(number, 60))) === undefined) refused++

    if (files === 0) return { rows, 'stray quotes': strays }
    const again = await imports.bring(text)
    assert.deepEqual([again?.rowsRead, again?.rowsRejected], [rows, strays], 'the catalogue is sound')
    return { rows, 'stray quotes': strays, 'files of garbage': files, 'of them refused as a whole': refused }
  } finally {
    rmSync(imports.folder, { recursive: true })
  }
}

export const strayQuote: Attack = {
  name: 'stray-quote',
  promise: 'a stray quote costs an import one row, garbage none but its own, and every row is accounted for',
  short: () => attack(350, 350, 0),
  full: () => attack(200_000, 1000, 60),
}
