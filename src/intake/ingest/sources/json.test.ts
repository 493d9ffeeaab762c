import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { CommandFault } from '../../../kit/base/failure.ts'
import { openJson } from './json.ts'
import { elementsOf, type JsonElement } from './json-elements.ts'
import { jsonStartOf } from './json-start.ts'
import { type BrokenRow, ELEMENT_MARK, type Row } from './source.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-json-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns rows as `line-lastLine: cells`, and broken rows as their rule. */
async function read(content: string, columns: readonly string[], rows?: string): Promise<string[]> {
  const file = join(folder, 'x.json')
  writeFileSync(file, content)
  const list = rows === undefined ? {} : { rows }
  const source = await openJson(file, list, columns)
  const seen: (Row | BrokenRow)[] = []
  try {
    for await (const row of source.rows()) seen.push(row)
  } finally {
    source.close()
  }
  return seen.map((row) => {
    const { line, lastLine = line } = row
    return `${line}-${lastLine}: ${'rule' in row ? `${row.rule}, ${row.detail}` : row.cells.join(' ')}`
  })
}

const HOMES = [
  { id: 1, address: '1 Elm St', price: 1, beds: 2 },
  { id: 2, address: '2 Elm St', price: 2, beds: 3 },
]

test('each object of a list is a row, with its line numbers', async () => {
  const list = [
    { id: 1, host: { name: 'Ann' } },
    { id: '2]', host: { name: 'B "{[' } },
  ]
  assert.deepEqual(await read(JSON.stringify(list), ['id', 'host.name']), ['1-1: 1 Ann', '1-1: 2] B "{['])
  assert.deepEqual(await read(JSON.stringify(list, undefined, 2), ['id']), ['2-7: 1', '8-13: 2]'])
  assert.deepEqual(await read('[]', ['id']), [])
})

test('an OData answer has its rows under value, and a file may contain several pages', async () => {
  const page = (ids: readonly number[]) =>
    JSON.stringify({ '@odata.context': 'x', value: ids.map((id) => ({ id, value: [{ id: 9 }] })), after: [{ id: 8 }] })
  assert.deepEqual(await read(page([1, 2]), ['id']), ['1-1: 1', '1-1: 2'])
  assert.deepEqual(await read(`${page([1, 2])}\n${page([])}\n${page([3])}`, ['id']), ['1-1: 1', '1-1: 2', '3-3: 3'])
})

test('successive objects are records, on one line or on many', async () => {
  const text = '{"id":1}{"id":2}\n{\n "id": 3,\n "value": ["a"]\n}\n{"id":4,"value":[]}'
  assert.deepEqual(await read(text, ['id']), ['1-1: 1', '1-1: 2', '2-5: 3'])
})

test('the list may be at any path of keys', async () => {
  const text =
    '{"meta":{"rows":[{"id":0}]},"data":{"other":[{"id":0}],"rows":[{"id":1,"data":{"rows":[{"id":5}]}},{"id":2}]}}'
  assert.deepEqual(await read(text, ['id'], 'data.rows'), ['1-1: 1', '1-1: 2'])
  await assert.rejects(
    read(text, ['id'], 'data.list'),
    /x\.json" has no list at "data\.list": name another list under "rows"/,
  )
})

test('the keys that lead to the list may be in any script', async () => {
  for (const keys of ['données', 'données.wyniki ząb', '物件']) {
    const document = keys.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), [{ id: 1 }])
    assert.deepEqual(await read(JSON.stringify(document), ['id'], keys), ['1-1: 1'])
    await assert.rejects(read('{"a":1}', ['id'], keys), new RegExp(`has no list at "${keys}": name another list`))
  }
})

test('the keys that lead to the list may be queries, with dots and quotes', async () => {
  const query = `find v1.2 {"city":"Las Vegas, NV\\"}${'.'.repeat(100)}`
  const text = JSON.stringify({ status: 200, [query]: { data: { results: HOMES } } })
  const rows = jsonStartOf(text)?.rows ?? ''
  assert.deepEqual(await read(text, ['id'], rows), ['1-1: 1', '1-1: 2'])
  const byKey = JSON.stringify({ homes: { 'a"1': HOMES[0], 'a"2': HOMES[1] } })
  assert.deepEqual(await read(byKey, ['@key'], 'homes.*'), ['1-1: a"1', '1-1: a"2'])
})

test('a list of one page has its records in it, even beside their number', () => {
  assert.equal(jsonStartOf(JSON.stringify([{ found: 90, records: HOMES }]))?.rows, 'records')
  assert.equal(jsonStartOf(JSON.stringify(HOMES.map((home) => ({ ...home, records: HOMES }))))?.rows, undefined)
  const home = { ...HOMES[0], zip: '97201', city: 'Portland', state: 'OR', photos: [{ url: 'a' }, { url: 'b' }] }
  assert.equal(jsonStartOf(JSON.stringify({ data: { property: home } }))?.rows, undefined)
})

test('a broken record costs only itself', async () => {
  const text = '[\n {"id":1},\n {"id":2,},\n 7,\n [{"id":3}],\n {"id":4}\n]\nnonsense\n{"id":5}\n'
  assert.deepEqual(await read(text, ['id']), [
    '2-2: 1',
    '3-3: row.json, it is not valid JSON',
    '4-4: row.json, it is a single value, not an object',
    '5-5: row.json, it is a list, not an object',
    '6-6: 4',
    '8-8: row.json, it is not valid JSON',
    '9-9: 5',
  ])
})

test('a stray quote costs only its record, and the line where the quoting breaks is reported', async () => {
  const records = Array.from({ length: 350 }, (_, i) => ({ id: i, text: 'two words' }))
  const lines = JSON.stringify(records, undefined, 1).split('\n')
  lines[7] = lines[7]?.replace('two', 't"wo') ?? ''
  const rows = await read(lines.join('\n'), ['id'])
  assert.equal(rows.length, 350)
  assert.deepEqual(
    rows.filter((row) => row.includes('row.json')),
    ['6-9: row.json, a quote is opened on line 8 and not closed there'],
  )
})

test('a file that is cut off is rejected with the line of the record', async () => {
  await assert.rejects(read('[\n{"id":1},\n{"id":\n', ['id']), (error) => {
    assert.ok(error instanceof CommandFault)
    assert.match(
      error.message,
      /x\.json" is cut off: the record that begins on line 3 does not end; nothing was imported\.$/,
    )
    return true
  })
  await assert.rejects(read('[{"id":1},', ['id']), /is cut off: its list does not end/)
})

/** Returns the columns and rows of a document whose rows are lists. */
async function readLists(content: string, options: Parameters<typeof openJson>[1], columns: readonly string[] = []) {
  const file = join(folder, 'x.json')
  writeFileSync(file, content)
  const source = await openJson(file, options, columns)
  try {
    const cells: string[] = []
    for await (const row of source.rows())
      cells.push('rule' in row ? `${row.rule}, ${row.detail}` : row.cells.join('|'))
    return { columns: source.columns, cells }
  } finally {
    source.close()
  }
}

test('rows that are lists get their column names from the first row, and a row of another length is rejected alone', async () => {
  const rows = '[["id","Sale.Price","parts"],["a",12345678901234567890,["x","y"]],["b",1],7,\n["c",null,[]]]'
  assert.deepEqual(await readLists(rows, {}), {
    columns: ['id', 'Sale.Price', 'parts'],
    cells: [
      `a|12345678901234567890|x${ELEMENT_MARK}y${ELEMENT_MARK}`,
      'row.json, it has 2 values, the header names 3',
      'row.json, it is not a list, unlike the other rows',
      'c||',
    ],
  })
  assert.deepEqual((await readLists('{"range":"A1","values":[["id"],["a"]]}', { rows: 'values' })).cells, ['a'])
})

test('rows that are lists get their column names from header, before or after them', async () => {
  const sale = '["row-1","7","450000",[null,"47.66","-122.34"]]'
  const view = '{"id":"x","columns":[{"id":-1,"name":"sid"},{"name":"PIN"},{"name":"Price"},{"fieldName":"place"}]}'
  const text = `{"meta":{"view":${view}},"data":[${sale}]}`
  const options = { rows: 'data', header: 'meta.view.columns' }
  assert.deepEqual(await readLists(text, options, ['PIN', 'place[1]', 'nothing[2]']), {
    columns: ['sid', 'PIN', 'Price', 'place', 'place[1]'],
    cells: [`row-1|7|450000|${['', '47.66', '-122.34', ''].join(ELEMENT_MARK)}|47.66`],
  })
  const behind = { rows: 'rows', header: 'fields' }
  assert.deepEqual(await readLists('{"rows":[[1,2]],"fields":["a","b"]}', behind), {
    columns: ['a', 'b'],
    cells: ['1|2'],
  })
  await assert.rejects(
    readLists('{"rows":[[1]]}', behind),
    /has no list at "fields": name another list under "rows" or "header"/,
  )
})

async function elements(chunks: readonly Buffer[], list?: readonly string[]): Promise<JsonElement[]> {
  async function* all() {
    yield* chunks
  }
  const elements: JsonElement[] = []
  for await (const element of elementsOf(all(), list, 'x')) elements.push(element)
  return elements
}

test('line breaks and chunks do not change the records', async () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue())
  const layout = fc.constantFrom('list', 'value', 'path', 'objects')
  await fc.assert(
    fc.asyncProperty(
      fc.array(record),
      layout,
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      async (records, how, isPretty, size) => {
        const written = (value: unknown) => JSON.stringify(value, undefined, isPretty ? 2 : 0)
        const text = {
          list: written(records),
          value: written({ count: 1, value: records.map((one) => ({ one })) }),
          path: written({ a: { value: [{}] }, b: { c: records } }),
          objects: records.map((one) => written({ one })).join('\n'),
        }[how]
        const bytes = Buffer.from(text)
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        )
        const parsed = await elements(chunks, how === 'path' ? ['b', 'c'] : undefined)
        const values = parsed.map(({ bytes: one }) => JSON.parse(one.toString()))
        assert.deepEqual(
          values,
          JSON.parse(JSON.stringify(how === 'list' || how === 'path' ? records : records.map((one) => ({ one })))),
        )
        const lines = text.split('\n')
        for (const { line, lastLine, bytes: one } of parsed) {
          assert.ok(
            lines
              .slice(line - 1, lastLine)
              .join('\n')
              .includes(one.toString()),
            `${line} to ${lastLine}`,
          )
        }
      },
    ),
    { numRuns: 20 },
  )
})
