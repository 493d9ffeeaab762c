import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { openCsv } from './csv.ts'
import type { SourceFormat } from './open.ts'
import type { BrokenRow, Row } from './source.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-csv-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const COMMA = { type: 'csv', delimiter: ',' } as const

type CsvFormat = Extract<SourceFormat, { readonly type: 'csv' }>

async function read(content: string | Buffer, format: CsvFormat = COMMA) {
  const file = join(folder, 'x.csv')
  writeFileSync(file, content)
  const source = await openCsv(file, format)
  const rows: (Row | BrokenRow)[] = []
  for await (const row of source.rows()) rows.push(row)
  source.close()
  return { columns: source.columns, rows }
}

async function refusal(file: string, exitCode: number): Promise<string> {
  try {
    const source = await openCsv(file, COMMA)
    try {
      for await (const row of source.rows()) assert.ok(row)
    } finally {
      source.close()
    }
  } catch (error) {
    assert.ok(error instanceof CommandFault, String(error))
    assert.equal(error.exitCode, exitCode)
    return error.message.replaceAll(folder, '')
  }
  return assert.fail('it should have been rejected')
}

async function refusalOf(content: string | Buffer): Promise<string> {
  writeFileSync(join(folder, 'x.csv'), content)
  return refusal(join(folder, 'x.csv'), EXIT.data)
}

test('cells are returned as written, whatever the line ends, quotes and byte order mark', async () => {
  const rows = [
    { line: 2, cells: ['1', 'a "b", c'] },
    { line: 3, lastLine: 4, cells: ['2', 'two\nlines'] },
    { line: 6, cells: ['3', 'Łódź'] },
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['\ufeffid, name ', '1,"a ""b"", c"', '2,"two\nlines"', '', '3,Łódź'].join(end)
    assert.deepEqual(await read(text), { columns: ['id', 'name'], rows })
    assert.deepEqual(await read(text + end), { columns: ['id', 'name'], rows })
  }
})

test('a quoted line end counts as one line, even if it is two characters', async () => {
  const { rows } = await read('id,name\r\n1,"a\r\nb"\r\n2,c\r\n')
  assert.deepEqual(
    rows.map(({ line }) => line),
    [2, 4],
  )
})

test('with another delimiter, a comma is an ordinary character', async () => {
  for (const delimiter of [';', '\t', '|']) {
    const { rows } = await read(`id${delimiter}price\n1${delimiter}3,5\n"a${delimiter}b"${delimiter}\n`, {
      type: 'csv',
      delimiter,
      decimalComma: true,
    })
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ['1', '3,5'],
        [`a${delimiter}b`, ''],
      ],
    )
  }
})

test('a broken row is reported with its line, and the rows after it are read', async () => {
  const { rows } = await read(
    Buffer.concat([
      Buffer.from('id,name\n1,ok\n2\n3,a,b\n4,a"b"\n5,"a"b\n6,zero\u0000\n7,caf'),
      Buffer.from([0xe9]),
      Buffer.from('\n8,café\n'),
    ]),
  )
  assert.deepEqual(
    rows.map((row) => [row.line, 'rule' in row ? row.rule : 'ok', row.cells.length]),
    [
      [2, 'ok', 2],
      [3, 'row.cells', 1],
      [4, 'row.cells', 3],
      [5, 'row.quotes', 2],
      [6, 'row.quotes', 2],
      [7, 'row.zero', 2],
      [8, 'row.encoding', 2],
      [9, 'ok', 2],
    ],
  )
  assert.deepEqual(rows.at(-2)?.cells, ['7', 'café'], 'bytes that are not UTF-8 are shown as Latin-1')
})

test('an unclosed quote without rows after it fails the file, with the line where its row begins', async () => {
  assert.equal(
    await refusalOf('id,name\r\n1,"a\r\nb"\r\n\r\n2,"never\r\nclosed\r\n'),
    '"/x.csv" is cut off: in the row that begins on line 5 a quote is opened and never closed; nothing was imported.',
  )
})

/** Returns rejected lines with their rules, and the first cells of valid rows. */
async function lotOf(content: string) {
  const { rows } = await read(content)
  const broken = rows.flatMap((row) => ('rule' in row ? [`${row.line}-${row.lastLine ?? row.line} ${row.rule}`] : []))
  return { broken, keys: rows.flatMap((row) => ('rule' in row ? [] : [row.cells[0]])).join(' ') }
}

test('a stray quote loses only its own row, whether rows with quotes, rows without quotes or nothing follow', async () => {
  const plain = '2,b,c\n3,d,e\n4,f,g\n'
  assert.deepEqual(await lotOf(`id,x,y\n1,"a,b\n${plain}`), { broken: ['2-2 row.quotes'], keys: '2 3 4' })
  for (const last of ['5,"two\nlines",h', '5,"a ""b""",h', '5,"",h', '5,h,"i"']) {
    const lot = await lotOf(`id,x,y\n1,"a,b\n${plain}${last}\n6,i,j\n`)
    assert.deepEqual(lot, { broken: ['2-2 row.quotes'], keys: '2 3 4 5 6' }, last)
  }
  assert.deepEqual(await lotOf(`id,x,y\n1,"a\nsaid "b"\nc",d\n${plain}`), {
    broken: ['2-2 row.quotes', '3-3 row.quotes', '4-4 row.quotes'],
    keys: '2 3 4',
  })
})

test('rows between two stray quotes are read if their number of cells shows that they are rows', async () => {
  const between = Array.from({ length: 150 }, (_, i) => `${i + 2},b,c\n`).join('')
  const { broken, keys } = await lotOf(`id,x,y\n1,"Charming,3\n${between}152,ceilings 12",4\n153,b,c\n`)
  assert.deepEqual(broken, ['2-2 row.quotes', '153-153 row.quotes'])
  assert.equal(keys.split(' ').length, 151)
  const other = await lotOf(`id,x,y\n1,"Charming,3\n2,b,c\n3,b,ceilings 12"\n4,b,c\n`)
  assert.deepEqual(other, { broken: ['2-2 row.quotes', '4-4 row.quotes'], keys: '2 4' })
})

test('a text of several lines stays one cell despite its commas, and is rejected with all its lines', async () => {
  const text = 'One, two.\n\nThree, four, five, six.\n"Seven," eight.\n'
  const { rows } = await read(`id,x,y\n1,${quoted(text)},z\n2,${quoted(text)}\n3,a,b\n`)
  assert.deepEqual(rows[0], { line: 2, lastLine: 6, cells: ['1', text, 'z'] })
  assert.deepEqual(await lotOf(`id,x,y\n1,${quoted(text)}\n3,a,b\n`), { broken: ['2-6 row.cells'], keys: '3' })
})

test('a quote that stays open too long loses its line, and the lines after it are read', async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `${i + 2},some text,c\n`).join('')
  const { broken, keys } = await lotOf(`id,x,y\n1,"a,b\n${rows}`)
  assert.deepEqual(broken, ['2-2 row.quotes'])
  assert.equal(keys.split(' ').length, 100_000)
})

test('a two-character line end split between two reads is one line end', async () => {
  const filler = 'x'.repeat(256 * 1024 - 'id\r\n'.length - 1)
  const { rows } = await read(`id\r\n${filler}\r\n7\r\n`)
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, cells[0]?.length]),
    [
      [2, filler.length],
      [3, 1],
    ],
  )
})

test('an endless row fails the file instead of filling the memory', async () => {
  assert.match(
    await refusalOf(`id,name\n1,"${'x'.repeat(1_100_000)}\n`),
    /in the row that begins on line 2 no end was found within 1,000,000 characters/,
  )
})

test('a file that is not CSV is rejected in one sentence', async () => {
  assert.equal(await refusalOf(''), '"/x.csv" is empty: expected a header and rows.')
  assert.equal(await refusalOf('\ufeff\n\n'), '"/x.csv" is empty: expected a header and rows.')
  assert.match(
    await refusalOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0x8f, 10])),
    /^Cannot read the header of "\/x.csv": .* Is it a CSV file\?$/,
  )
})

test('a compressed or UTF-16 file has the same rows, with the same line numbers', async () => {
  const text = 'id,name\n1,"two\nlines"\n2,Łódź\n'
  const plain = await read(text)
  assert.deepEqual(
    plain.rows.map(({ line }) => line),
    [2, 4],
  )
  for (const bytes of [gzipSync(text), zstdCompressSync(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    assert.deepEqual(await read(bytes), plain)
  }
  assert.deepEqual((await read('PK,BZ\n1,2\n')).columns, ['PK', 'BZ'])
})

test('a missing file, a folder and an unreadable file are each rejected in one sentence', async (context) => {
  mkdirSync(join(folder, 'd.csv'))
  assert.equal(await refusal(join(folder, 'no.csv'), EXIT.noInput), 'Cannot read "/no.csv": there is no such file.')
  assert.equal(await refusal(join(folder, 'd.csv'), EXIT.noInput), 'Cannot read "/d.csv": it is a folder, not a file.')
  if (process.getuid?.() === 0) return context.diagnostic('not tested: permissions do not apply to the superuser')
  writeFileSync(join(folder, 'x.csv'), 'id\n1\n')
  chmodSync(join(folder, 'x.csv'), 0)
  assert.equal(await refusal(join(folder, 'x.csv'), EXIT.noInput), 'Cannot read "/x.csv": permission denied.')
})

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '\u{1f3e0}'), maxLength: 6 })

test('any cells can be quoted and read back, each row with its line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      async (pairs, end) => {
        const { rows } = await read(['a,b', ...pairs.map((pair) => pair.map(quoted).join(','))].join(end))
        let line = 2
        for (const [i, pair] of pairs.entries()) {
          const lastLine = line + lineEnds(pair.map(quoted).join(','))
          assert.deepEqual(rows[i], { line, ...(lastLine > line && { lastLine }), cells: pair })
          line = lastLine + 1
        }
        assert.equal(rows.length, pairs.length)
      },
    ),
    { numRuns: 40 },
  )
})

/** Later lines of a cell begin with a letter. Otherwise a stray quote can look like a valid one. */
const solidCell = cell.filter((text) => !/[\r\n]/.test(text) || /^[aé]/.test(text))
const table = fc.array(fc.tuple(solidCell, solidCell, solidCell), { minLength: 2, maxLength: 8 })

test('one stray quote anywhere loses only its own row, and every line belongs to one row', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.nat(), fc.nat(), fc.boolean(), async (cells, rowSeed, placeSeed, quotesAll) => {
      const rows = cells.map((row, i) =>
        [`k${i}`, ...row].map((text) => (quotesAll || /[",\r\n]/.test(text) ? quoted(text) : text)).join(','),
      )
      const at = rowSeed % (rows.length - 1)
      const place = placeSeed % ((rows[at] ?? '').length + 1)
      const spoiled = rows.map((row, i) => (i === at ? `${row.slice(0, place)}"${row.slice(place)}` : row))
      const { rows: seen } = await read(`k,a,b,c\n${spoiled.join('\n')}\n`)
      const whole = new Set(seen.flatMap((row) => ('rule' in row ? [] : [row.cells.join('|')])))
      for (const [i, row] of cells.entries()) {
        if (i !== at) assert.ok(whole.has([`k${i}`, ...row].join('|')), `row ${i}: ${JSON.stringify(spoiled)}`)
      }
      const lines = seen.flatMap(({ line, lastLine = line }) =>
        Array.from({ length: lastLine - line + 1 }, (_, i) => line + i),
      )
      assert.equal(new Set(lines).size, lines.length, 'no line belongs to two rows')
    }),
    { numRuns: 100 },
  )
})

test('lines before the header are skipped, even blank or malformed ones, and line numbers stay those of the file', async () => {
  const { columns, rows } = await read('Title "odd\n\n,,\nid,price\n1,2\n', { ...COMMA, skip: 3 })
  assert.deepEqual(columns, ['id', 'price'])
  assert.deepEqual(rows, [{ line: 5, cells: ['1', '2'] }])
})

test('a header of several lines joins them into each column name', async () => {
  const { columns } = await read(',U.S.,30 yr\n,30 yr,fees\nWeek,FRM,points\n1,2,3\n', { ...COMMA, headerLines: 3 })
  assert.deepEqual(columns, ['Week', 'U.S. 30 yr FRM', '30 yr fees points'])
})

test('reading stops at the row that begins with the text of until', async () => {
  const end = '" Although this\n\nis over two lines",\n3,4\n'
  const { rows } = await read(`id,price\n1,2\n${end}`, { ...COMMA, until: 'Although' })
  assert.deepEqual(rows, [{ line: 2, cells: ['1', '2'] }])
})

test('a file that ends before its header is rejected', async () => {
  const file = join(folder, 'short.csv')
  writeFileSync(file, 'a\nb\n')
  await assert.rejects(openCsv(file, { ...COMMA, skip: 5 }), /short\.csv" is empty after line 5: expected a header/)
  await assert.rejects(openCsv(file, { ...COMMA, headerLines: 3 }), /expected a header and rows/)
})

test('between two stray quotes every row is read, although some are too short or blank', async () => {
  const lines = Array.from({ length: 350 }, (_, i) =>
    i % 20 === 7 ? `k${i},short` : i % 30 === 9 ? '' : `k${i},a,b,c`,
  )
  lines[4] = 'k4,"a,b,c'
  lines[160] = 'k160,a",b,c'
  const { rows } = await read(`k,a,b,c\n${lines.join('\n')}\n`)
  const broken = rows.flatMap((row) =>
    'rule' in row && row.rule === 'row.quotes' ? [`${row.line}: ${row.detail}`] : [],
  )
  assert.deepEqual(broken, ['6: a quote is opened but not closed at the end of a cell', '162: a quote is misplaced'])
  assert.equal(rows.length, lines.filter((line) => line !== '').length)
})

test('rows with a row name that the header lacks have a first column without a name', async () => {
  const { columns, rows } = await read('"zip","price"\n"1","98103",450000\n"2","98115",520000\n')
  assert.deepEqual(columns, ['', 'zip', 'price'])
  assert.deepEqual(
    rows.map(({ cells }) => cells),
    [
      ['1', '98103', '450000'],
      ['2', '98115', '520000'],
    ],
  )
  // These extra commas are not row names: a stray comma in one row, a comma at every end, a separator of thousands.
  for (const text of ['a,b\n1,2,3\n', 'a,b\n1,2,\n2,3,\n', 'id,price\n1,450,000\n2,520,000\n', 'a,b\n1,2,7\n1,2,8\n'])
    assert.deepEqual((await read(text)).columns.length, 2, text)
})

test('a delimiter at the end of the header or of the rows begins no column', async () => {
  for (const text of ['a,b\n1,2,\n3,4,\n', 'a,b,\n1,2\n3,4\n']) {
    const { columns, rows } = await read(text)
    assert.deepEqual(
      [columns, rows.map(({ cells }) => cells)],
      [
        ['a', 'b'],
        [
          ['1', '2'],
          ['3', '4'],
        ],
      ],
    )
  }
})
