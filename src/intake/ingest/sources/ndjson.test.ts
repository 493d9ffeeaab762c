import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { openNdjson } from './ndjson.ts'
import { type BrokenRow, ELEMENT_MARK, type Row } from './source.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-ndjson-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function read(content: string | Buffer, columns: readonly string[], each: readonly string[] = []) {
  const file = join(folder, 'x.ndjson')
  writeFileSync(file, content)
  const source = await openNdjson(file, { each }, columns)
  const rows: (Row | BrokenRow)[] = []
  for await (const row of source.rows()) rows.push(row)
  source.close()
  return { rows, cells: rows.map((row) => ('rule' in row ? row.rule : row.cells)), seen: source.seen?.() }
}

test('columns are paths, and missing values are empty', async () => {
  const { cells } = await read('{"id":7,"host":{"name":"Ann","top":true}}\n{"id":"8","host":null}\n', [
    'id',
    'host.name',
    'host.top',
  ])
  assert.deepEqual(cells, [
    ['7', 'Ann', 'true'],
    ['8', '', ''],
  ])
})

test('a byte order mark, carriage returns, blank lines and an unterminated last line do not matter', async () => {
  const { rows } = await read('\ufeff{"id":1}\r\n\r\n  \n{"id":2}', ['id'])
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, ...cells]),
    [
      [1, '1'],
      [4, '2'],
    ],
  )
})

test('a broken line is reported with its number, and the lines around it are read', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"id":1}\n{"id":\n[1]\n7\nnull\n{"id":{"a":1}}\n{"id":"'),
    Buffer.from([0xff]),
    Buffer.from('"}\n{"id":"8é"}\n'),
  ])
  const { rows } = await read(bytes, ['id'])
  assert.deepEqual(
    rows.map((row) => [row.line, 'rule' in row ? row.rule : row.cells[0]]),
    [
      [1, '1'],
      [2, 'row.json'],
      [3, 'row.json'],
      [4, 'row.json'],
      [5, 'row.json'],
      [6, 'row.nested'],
      [7, 'row.encoding'],
      [8, '8é'],
    ],
  )
})

test('each object of a list is a row with the surrounding values, also with several lists', async () => {
  const line = '{"id":1,"phones":[{"n":"a"},{"n":"b"}],"homes":[{"zip":"98103"}]}\n{"id":2,"phones":[]}\n'
  const { cells } = await read(line, ['id', 'phones.n', 'homes.zip'], ['phones', 'homes'])
  assert.deepEqual(cells, [
    ['1', 'a', ''],
    ['1', 'b', ''],
    ['1', '', '98103'],
    ['2', '', ''],
  ])
})

test('the row is broken if the list of objects is anything else', async () => {
  const { rows } = await read('{"p":"x"}\n{"p":[{"n":1},"y"]}\n{"p":null}\n', ['id', 'p.n'], ['p'])
  assert.deepEqual(
    rows.map((row) => ('detail' in row ? row.detail : row.cells)),
    ['p is not a list', ['', '1'], 'p has an element that is not an object', ['', '']],
  )
})

test('a list of values is one cell whose elements stay separate, whatever they contain', async () => {
  const { cells } = await read('{"l":["a,b","c"]}\n{"l":[]}\n{"l":["x"]}\n{"l":[["y"],{"z":1}]}\n', ['l'])
  const mark = ELEMENT_MARK
  assert.deepEqual(cells, [[`a,b${mark}c${mark}`], [''], [`x${mark}`], 'row.nested'])
})

test('numbers are read as written, long ids to their last digit', async () => {
  const { cells } = await read('{"id":12345678901234567890}\n{"id":1.50}\n{"id":-0}\n', ['id'])
  assert.deepEqual(cells, [['12345678901234567890'], ['1.50'], ['-0']])
})

test('unread keys and columns that no line has are reported', async () => {
  const { seen } = await read('{"id":1,"b":2}\n{"id":1,"c":{"d":1}}\n', ['id', 'prize'])
  assert.partialDeepStrictEqual(seen, { absent: ['prize'], notUsed: ['b', 'c'] })
})

test('a path leads to one list element by index, or to all of them', async () => {
  const line =
    '{"at":{"xy":[-122.3,47.6]},"m":[[1,2],[3]],"photos":[{"url":"a","tags":["x","y"]},{"no":1},{"url":"b"}]}\n'
  const mark = ELEMENT_MARK
  const columns = [
    'at.xy[0]',
    'at.xy[1]',
    'at.xy[2]',
    'm[0][1]',
    'm[][0]',
    'photos[].url',
    'photos[1].no',
    'photos[].tags[0]',
  ]
  const { cells, seen } = await read(line, columns)
  assert.deepEqual(cells, [['-122.3', '47.6', '', '2', `1${mark}3${mark}`, `a${mark}b${mark}`, '1', `x${mark}`]])
  assert.deepEqual(seen?.absent, ['at.xy[2]'])
})

test('a single value where a list is expected is a list of one', async () => {
  const line =
    '{"id":1,"slots":{"day":"a"},"photo":{"url":"u"},"n":5}\n{"id":2,"slots":[{"day":"b"},{"day":"c"}],"n":null}\n'
  const { cells } = await read(line, ['id', 'slots.day', 'photo[].url', 'n[0]'], ['slots'])
  const mark = ELEMENT_MARK
  assert.deepEqual(cells, [
    ['1', 'a', `u${mark}`, '5'],
    ['2', 'b', '', ''],
    ['2', 'c', '', ''],
  ])
})

test('each reads lists at any path, also lists of plain values', async () => {
  const line = '{"id":1,"a":{"b":[{"list":[{"n":1},{"n":2}]}]},"tags":["x","y"]}\n'
  const { cells } = await read(line, ['id', 'a.b[0].list.n', 'tags'], ['a.b[0].list', 'tags'])
  assert.deepEqual(cells, [
    ['1', '1', ''],
    ['1', '2', ''],
    ['1', '', 'x'],
    ['1', '', 'y'],
  ])
})

test('of very many keys, only some are remembered', async () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `{"id":1,"k${i}":{"a${i}":1}}\n`).join('')
  const { seen } = await read(lines, ['id'])
  assert.deepEqual([seen?.notUsed.length, seen?.declared?.length], [1000, 201])
})

test('whatever the text, each non-blank line is one row, in order', async () => {
  const line = fc.oneof(
    fc.string().map((text) => text.replace(/[\r\n]/g, ' ')),
    fc.record({ id: fc.oneof(fc.string(), fc.integer(), fc.boolean()) }).map((object) => JSON.stringify(object)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 9 }), async (lines) => {
      // Files that begin like XML are refused as a whole.
      fc.pre(lines.some((text) => text !== '') && !/^\s*</.test(lines.join('\n')))
      const { rows } = await read(`${lines.join('\n')}\n`, ['id'])
      const expected = lines.flatMap((text, i) => (text.replace(/^\ufeff/, '').trim() === '' ? [] : [i + 1]))
      assert.deepEqual(
        rows.map((row) => row.line),
        expected,
      )
    }),
    { numRuns: 25 },
  )
})

test('lines longer than a chunk are read whole', async () => {
  const long = 'é'.repeat(400_000)
  const { cells } = await read(`{"id":"${long}"}\n{"id":"b"}\n`, ['id'])
  assert.deepEqual(cells, [[long], ['b']])
})

test('a packed or UTF-16 file has the same rows', async () => {
  for (const bytes of [gzipSync('{"id":"é"}\n'), Buffer.from('\ufeff{"id":"é"}\n', 'utf16le')]) {
    assert.deepEqual((await read(bytes, ['id'])).cells, [['é']])
  }
})

test('an empty or missing file is rejected in one sentence', async () => {
  const refused = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof CommandFault, String(error))
    return [error.message.replaceAll(folder, ''), error.exitCode]
  }
  assert.deepEqual(await refused(read('', ['id'])), [
    '"/x.ndjson" is empty: expected one JSON object per line.',
    EXIT.data,
  ])
  const missing = openNdjson(join(folder, 'no'), {}, [])
  assert.deepEqual(await refused(missing), ['Cannot read "/no": there is no such file.', EXIT.noInput])
})
