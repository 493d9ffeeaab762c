import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, createWriteStream, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { zipFile } from '../../../../test/ingest/zip-file.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { type Content, openContent, type TextOptions } from './content.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-content-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const CSV = { format: 'csv', expected: 'a header and rows' }

function written(bytes: Buffer | string, name = 'x.csv'): string {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

async function textOf(content: Content): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content.text()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function read(bytes: Buffer | string, options: TextOptions = {}) {
  const content = await openContent(written(bytes), CSV, options)
  try {
    return { text: await textOf(content), encoding: content.encoding, member: content.member }
  } finally {
    content.close()
  }
}

async function refused(work: Promise<unknown>, exitCode: number = EXIT.data): Promise<string> {
  const error = await work.then(
    () => assert.fail('it should have been refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CommandFault, String(error))
  assert.equal(error.exitCode, exitCode)
  return error.message.replaceAll(folder, '')
}

/** Encodes a text in a single-byte encoding. `bytes` maps the letters beyond ASCII. */
function inBytes(text: string, bytes: Readonly<Record<string, number>>): Buffer {
  return Buffer.from(Array.from(text, (character) => bytes[character] ?? character.charCodeAt(0)))
}

const POLISH = { ł: 0xb3, ó: 0xf3, ź: 0x9f, ą: 0xb9, ż: 0xbf, Ł: 0xa3, ę: 0xea, ś: 0x9c }
const CZECH = { ě: 0xec, š: 0x9a, č: 0xe8, ř: 0xf8, ž: 0x9e, ý: 0xfd, á: 0xe1, í: 0xed, é: 0xe9, ů: 0xf9 }
const WESTERN = { é: 0xe9, è: 0xe8, '’': 0x92, '€': 0x80, ñ: 0xf1, œ: 0x9c, '³': 0xb3, '²': 0xb2, '£': 0xa3, ö: 0xf6 }

test('compressed files are read like their contents', async () => {
  const text = 'id,city\n1,Łódź\n'
  for (const bytes of [gzipSync(text), zstdCompressSync(text), zipFile([{ name: 'a/sales.csv', content: text }])]) {
    assert.equal((await read(bytes)).text, text)
  }
})

test('files that were compressed in several parts are read to their end', async () => {
  const parts = Array.from({ length: 5 }, (_, i) => `${i},${'x'.repeat(300_000)}\n`)
  assert.equal((await read(Buffer.concat(parts.map((part) => gzipSync(part))))).text, parts.join(''))
  assert.equal((await read(Buffer.concat(parts.map((part) => zstdCompressSync(part))))).text, parts.join(''))
})

test('the encoding is detected from the byte order mark or from the bytes', async () => {
  const western = 'id,name\n1,Café Père’s £5 ³ œuvre señor m² 10 m³\n'
  const polish = 'id,city\n1,Łódź\n2,Białą żabę śledź\n'
  const czech = 'id,city\n1,Plzeň město příští čtvrť žižkov ůž\n'.replaceAll(/[ňť]/g, 'n')
  const cases: [Buffer, string, string][] = [
    [Buffer.from(`\ufeff${polish}`), polish, 'utf-8'],
    [Buffer.from(polish), polish, 'utf-8'],
    [Buffer.from(`\ufeff${polish}`, 'utf16le'), polish, 'utf-16le'],
    [Buffer.from(`\ufeff${polish}`, 'utf16le').swap16(), polish, 'utf-16be'],
    [Buffer.from(polish, 'utf16le'), polish, 'utf-16le'],
    [inBytes(western, WESTERN), western, 'windows-1252'],
    [inBytes(polish, POLISH), polish, 'windows-1250'],
    [inBytes(czech, CZECH), czech, 'windows-1250'],
    [Buffer.from('id,a\n1,b\n'), 'id,a\n1,b\n', 'utf-8'],
  ]
  for (const [bytes, text, encoding] of cases) {
    assert.deepEqual(await read(bytes), { text, encoding, member: undefined })
    assert.deepEqual(await read(gzipSync(bytes)), { text, encoding, member: undefined })
  }
})

test('one letter at the end of a long file decides its encoding', async () => {
  const long = Buffer.from(`id,name\n${'1,plain\n'.repeat(200_000)}`)
  const { text, encoding } = await read(Buffer.concat([long, Buffer.from([0x32, 0x2c, 0xe9, 0x0a])]))
  assert.deepEqual([encoding, text.slice(-4)], ['windows-1252', '2,é\n'])
})

test('the encoding that a mapping states is used', async () => {
  const bytes = Buffer.from([0x69, 0x64, 0x0a, 0xb3, 0x80, 0x0a])
  assert.equal((await read(bytes, { encoding: 'windows-1250' })).text, 'id\nł€\n')
  assert.equal((await read(bytes, { encoding: 'windows-1252' })).text, 'id\n³€\n')
  assert.equal((await read(bytes, { encoding: 'latin-1' })).text, 'id\n³\u0080\n')
})

test('characters that span two reads are decoded correctly', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 5 }),
      fc.constantFrom('utf-16le', 'utf-16be'),
      async (shift, encoding) => {
        const text = `${'x'.repeat(shift)}${'\u{1f3e0}é'.repeat(120_000)}\n`
        const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
        assert.equal((await read(encoding === 'utf-16le' ? bytes : bytes.swap16())).text, text)
      },
    ),
    { numRuns: 6 },
  )
})

test('the only table in an archive is read; if there are several, the mapping names one', async () => {
  const readme = { name: 'README.pdf', content: 'no table' }
  const system = { name: '__MACOSX/._a.csv', content: 'x' }
  const one = { name: 'export/a.csv', content: 'id\n1\n' }
  const two = { name: 'export/b.csv', content: 'id\n2\n' }
  assert.deepEqual(await read(zipFile([readme, system, one])), {
    text: 'id\n1\n',
    encoding: 'utf-8',
    member: 'export/a.csv',
  })
  assert.equal((await read(zipFile([one, two]), { member: 'b.csv' })).text, 'id\n2\n')
  assert.equal(
    await refused(read(zipFile([one, two]))),
    '"/x.csv" has several files, export/a.csv, export/b.csv: choose one in the mapping, such as format: { type: csv, member: export/a.csv }.',
  )
  assert.equal(
    await refused(read(zipFile([one, two]), { member: 'c.csv' })),
    '"/x.csv" has no file named "c.csv": it has export/a.csv, export/b.csv.',
  )
  assert.match(await refused(read('id\n1\n', { member: 'c.csv' })), /is not a ZIP archive: leave "member" out/)
  assert.match(await refused(read(zipFile([]))), /"\/x\.csv" is empty: expected a header and rows\./)
})

test('a file that is cut off or damaged fails, and no part of it is used', async () => {
  const text = Array.from({ length: 30_000 }, (_, i) => `${i},${(i * 7919) % 1009}\n`).join('')
  const cutOff = /"\/x\.csv" is cut off: its compressed data ends too early; nothing was imported\.$/
  const [gzip, zstd, zip] = [gzipSync(text), zstdCompressSync(text), zipFile([{ name: 'a.csv', content: text }])]
  for (const packed of [gzip, zstd]) {
    for (const share of [0.3, 0.9]) {
      assert.match(await refused(read(packed.subarray(0, Math.floor(packed.length * share)))), cutOff)
    }
    assert.match(await refused(read(packed.subarray(0, -2))), cutOff)
  }
  assert.match(await refused(read(zip.subarray(0, zip.length / 2))), /is damaged or cut off: the list of files/)
  const spoiled = Buffer.from(gzip)
  spoiled.writeUInt32LE(0, spoiled.length - 8)
  assert.match(await refused(read(spoiled)), /"\/x\.csv" is damaged: incorrect data check; nothing was imported/)
  assert.match(
    await refused(read(zipFile([{ name: 'a.csv', content: text, crc: 1 }]))),
    /is damaged or cut off: the checksum of "a\.csv" does not match/,
  )
  assert.match(await refused(read(zipFile([{ name: 'a.csv', content: text, size: 9 }]))), /is damaged or cut off/)
})

test('an encrypted or unsupported archive member is refused with advice', async () => {
  assert.match(
    await refused(read(zipFile([{ name: 'a.csv', content: 'id\n1\n', flags: 1 }]))),
    /"a\.csv" in "\/x\.csv" is locked with a password: unpack it first\.$/,
  )
  assert.match(
    await refused(read(zipFile([{ name: 'a.csv', content: 'id\n1\n', method: 14 }]))),
    /Files in a ZIP must be stored or compressed with deflate; "a\.csv" in "\/x\.csv" uses method 14/,
  )
})

test('an unsupported format is named, with advice', async () => {
  const office = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])
  const locked = Buffer.concat([office, Buffer.from('EncryptedPackage', 'utf16le')])
  const book = zipFile([{ name: 'xl/workbook.xml', content: '<workbook/>' }])
  const cases: [Buffer | string, string][] = [
    [
      '\ufeff\n<!DOCTYPE html>\n<html><body>Sign in</body></html>',
      'is a web page, not a table: a sign-in or error page was probably saved in its place; download it again.',
    ],
    [
      '<HTML>',
      'is a web page, not a table: a sign-in or error page was probably saved in its place; download it again.',
    ],
    ['<?xml version="1.0"?><Error/>', 'is XML, not csv: write format: xml in the mapping.'],
    [locked, 'is a spreadsheet locked with a password: save it without one.'],
    [office, 'is a spreadsheet, not csv: write format: xlsx in the mapping.'],
    [book, 'is a spreadsheet, not csv: write format: xlsx in the mapping.'],
    ['PAR1....', 'is a parquet file, not csv: write format: parquet in the mapping.'],
    ['%PDF-1.7', 'is a PDF document: look for the table itself, as CSV or a spreadsheet.'],
    ['{"error": "no access"}', 'is JSON, not csv: write format: json, ndjson or geojson in the mapping.'],
    [gzipSync(zipFile([])), 'contains a zip file, not text: unpack the file once, and import the unpacked file.'],
    ['BZh9..', 'is compressed with bzip2: unpack it with bunzip2 -k "/x.csv".'],
    ['', 'is empty: expected a header and rows.'],
    [gzipSync(''), 'is empty: expected a header and rows.'],
  ]
  for (const [bytes, sentence] of cases) assert.equal(await refused(read(bytes)), `"/x.csv" ${sentence}`)
  assert.equal(await refused(openContent(folder, CSV), EXIT.noInput), 'Cannot read "": it is a folder, not a file.')
})

test('a growing file is read to its original end, and is refused if it ended inside a row', async () => {
  const file = written('id,price\n1,450000\n')
  const whole = await openContent(file, CSV)
  appendFileSync(file, '2,460000\n')
  assert.equal(await textOf(whole), 'id,price\n1,450000\n')
  whole.close()
  const cut = written('id,price\n1,450', 'cut.csv')
  const half = await openContent(cut, CSV)
  appendFileSync(cut, '000\n')
  assert.equal(
    await refused(textOf(half)),
    '"/cut.csv" is still being written: it ended inside a row and grew while it was read; import it when it is complete.',
  )
  half.close()
  const shrinking = await openContent(file, CSV)
  truncateSync(file, 3)
  assert.match(await refused(textOf(shrinking)), /became shorter while it was read/)
  shrinking.close()
})

test('a pipe is read once, from the beginning', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const text = `id,name\n${'1,é\n'.repeat(50_000)}`
  const stream = createWriteStream(pipe)
  stream.end(text)
  const content = await openContent(pipe, CSV)
  assert.equal(await textOf(content), text)
  content.close()
})
