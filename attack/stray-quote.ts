import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { plat } from '../test/e2e/program.ts'
import { Random } from '../test/engine/random.ts'
import type { Attack, Measured } from './attack.ts'
import { type At, inFolder } from './harness.ts'

/** The part of a report that the promise is about. */
interface ImportReport {
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

/** Rows of which some have a quote in front of their text that nothing closes. */
function strayRows(rows: number, every: number): { text: string; strays: number } {
  const isStray = (i: number) => i % every === 5 && i % 7 !== 0
  const lines = Array.from({ length: rows }, (_, i) => (isStray(i) ? rowOf(i).replace('Home', '"Home') : rowOf(i)))
  return { text: HEADER + lines.join(''), strays: lines.filter((_, i) => isStray(i)).length }
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
function garbage(random: Random, rows: number): Buffer {
  if (random.chance(0.125)) return Buffer.from(Array.from({ length: 4000 }, () => random.whole(0, 255)))
  let text = HEADER + Array.from({ length: rows }, (_, i) => rowOf(i + 1)).join('')
  for (let times = random.whole(1, 12); times > 0; times--) {
    const at = random.whole(0, text.length - 1)
    const cut = random.chance(0.25) ? random.whole(0, 39) : 0
    text = text.slice(0, at) + random.pick(PIECES) + text.slice(at + cut)
  }
  const bytes = Buffer.from(text)
  if (random.chance(0.33)) bytes[random.whole(0, bytes.length - 1)] = random.whole(128, 255)
  return bytes
}

/** Imports a file. Undefined where it was refused, in a sentence. */
async function imported(content: string | Buffer, at: At, ...more: string[]): Promise<ImportReport | undefined> {
  writeFileSync(at('rows.csv'), content)
  writeFileSync(at('attacked.yaml'), MAPPING)
  const words = ['import', at('rows.csv'), '--mapping', at('attacked.yaml'), '--data', at('data'), '--json', ...more]
  const { code, stdout, stderr } = await plat(words)
  assert(code === 0 || code === 65, `it ended with ${code}: ${stderr}`)
  assert(!/^\s+at /m.test(stderr), `a fault of ours: ${stderr}`)
  const [text] = /^\{.*^\}$/ms.exec(stdout) ?? []
  if (text === undefined) return undefined
  const report = JSON.parse(text) as ImportReport // the program's own answer
  for (const rows of report.rows)
    assert.equal(rows.read, rows.new + rows.changed + rows.unchanged + rows.merged + rows.rejected)
  return report
}

function attack(rows: number, every: number, files: number): Promise<Measured> {
  return inFolder(async (at) => {
    const { text, strays } = strayRows(rows, every)
    const assertSound = async (why: string) => {
      const report = await imported(text, at)
      assert.deepEqual([report?.rowsRead, report?.rowsRejected], [rows, strays], why)
    }
    await assertSound('each stray quote costs one row')

    const shared = HEADER + Array.from({ length: rows }, (_, i) => rowOf(i).replace(/^\d+/, 'one')).join('')
    assert.equal(await imported(shared, at), undefined, 'one key of many places ends an import')
    const ofOneKey = await imported(shared, at, '--accept-rejects')
    assert.equal(ofOneKey?.rows[0]?.merged, rows - 1)
    assert.equal(ofOneKey.reported.find(({ rule }) => rule === 'key.places')?.rows, rows - 1)

    const random = new Random(20_260_501)
    let refused = 0
    for (let i = 0; i < files; i++) if ((await imported(garbage(random, 60), at)) === undefined) refused++

    if (files === 0) return { rows, 'stray quotes': strays }
    await assertSound('the catalogue is sound')
    return { rows, 'stray quotes': strays, 'files of garbage': files, 'of them refused as a whole': refused }
  })
}

export const strayQuote: Attack = {
  name: 'stray-quote',
  promise: 'a stray quote costs an import one row, garbage none but its own, and every row is accounted for',
  short: () => attack(350, 350, 0),
  full: () => attack(200_000, 1000, 60),
}
