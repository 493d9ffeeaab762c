import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { systemClock } from '../../src/kit/base/clock.ts'
import { type JsonRow, textOf } from './asked.ts'
import { type CoreDoor, coreDoors, query } from './core-doors.ts'
import type { ResoSample, Tested, Worded } from './reso-sample.ts'

type Value = string | number
type Test = (value: Value, asked: Value) => boolean

const TESTS: Readonly<Record<string, Test>> = {
  eq: (value, asked) => value === asked,
  ne: (value, asked) => value !== asked,
  gt: (value, asked) => value > asked,
  ge: (value, asked) => value >= asked,
  lt: (value, asked) => value < asked,
  le: (value, asked) => value <= asked,
}

const INT_MAX = 2_147_483_647

suite('the scenarios of Web API Core about filters and order', () => {
  const doors = coreDoors()

  /** Asks each resource that has a field of the kind, and is told of how many rows were tested. */
  async function each(
    kind: 'whole' | 'decimal' | 'date' | 'moments',
    ask: (core: CoreDoor, sample: ResoSample, tested: Tested) => Promise<void>,
  ): Promise<void> {
    let asked = 0
    for (const core of doors())
      for (const sample of core.samples) {
        const tested = sample[kind]
        if (tested === undefined) continue
        await ask(core, sample, tested)
        asked++
      }
    assert.ok(asked > 1, 'too few resources have such a field')
  }

  /** The rows that a filter leaves: the same ones as of the sample, where that has all. */
  async function rowsUnder(
    { door }: CoreDoor,
    { name, key, rows }: ResoSample,
    field: string,
    $filter: string,
    holds: (row: JsonRow) => boolean,
  ): Promise<readonly JsonRow[]> {
    const select = [...new Set([key, field])].join(',')
    const answered = await door.rows(`/${name}?${query({ $filter, $select: select, $top: 1000 })}`)
    for (const row of answered) assert.ok(holds(row), `${name}: ${$filter} gives ${JSON.stringify(row)}`)
    if (rows.length < 1000) assert.equal(answered.length, rows.filter(holds).length, `${name}: ${$filter}`)
    return answered
  }

  const valueFor = (operator: string, { least, median, greatest }: Tested) =>
    ({ gt: least, lt: greatest })[operator] ?? median

  for (const [kind, name, operators] of [
    ['whole', 'int', ['eq', 'ne', 'gt', 'ge', 'lt', 'le']],
    ['decimal', 'decimal', ['eq', 'ne', 'gt', 'ge', 'lt', 'le']],
    ['date', 'date', ['eq', 'ne', 'gt', 'ge', 'lt', 'le']],
    ['moments', 'datetime', ['gt', 'ge', 'lt', 'le', 'ne']],
  ] as const)
    for (const operator of operators)
      test(`filter-${name}-${operator}: each row has such a value, and all that have one are there`, () =>
        each(kind, async (core, sample, tested) => {
          const asked =
            kind === 'moments' ? (operator === 'lt' ? tested.greatest : tested.least) : valueFor(operator, tested)
          const compare = TESTS[operator] as Test // one of the six
          const answered = await rowsUnder(
            core,
            sample,
            tested.field,
            `${tested.field} ${operator} ${asked}`,
            (row) => {
              const value = row[tested.field] as Value | null
              return value === null ? operator === 'ne' : compare(value, asked)
            },
          )
          const mayBeEmpty = operator === 'ne' || (['gt', 'lt'].includes(operator) && tested.distinct < 2)
          assert.ok(answered.length > 0 || mayBeEmpty, `${sample.name}: ${tested.field} ${operator} ${asked}`)
        }))

  for (const joint of ['and', 'or'] as const)
    test(`filter-int-${joint}: two comparisons with one number`, () =>
      each('whole', async (core, sample, { field, median }) => {
        await rowsUnder(core, sample, field, `${field} gt ${median} ${joint} ${field} lt ${INT_MAX}`, (row) => {
          const value = row[field] as number | null
          if (value === null) return false
          return joint === 'and' ? value > Number(median) && value < INT_MAX : value > Number(median) || value < INT_MAX
        })
      }))

  test('filter-int-not: rows for which a comparison is false, those without a value among them', () =>
    each('whole', async (core, sample, { field, least }) => {
      const bound = Math.min(-1, Number(least) - 1)
      const answered = await rowsUnder(core, sample, field, `not(${field} le ${bound})`, (row) => {
        const value = row[field] as number | null
        return value === null || value > bound
      })
      assert.ok(answered.length > 0)
    }))

  for (const operator of ['lt', 'le', 'ne'] as const)
    test(`filter-datetime-${operator}-now: no row is of the future`, () =>
      each('moments', async (core, sample, { field }) => {
        const answered = await core.door.rows(`/${sample.name}?${query({ $filter: `${field} ${operator} now()` })}`)
        const now = new Date(systemClock.now()).toISOString()
        for (const row of answered) assert.ok((TESTS[operator] as Test)(String(row[field]), now))
        assert.ok(answered.length > 0)
      }))

  for (const direction of ['asc', 'desc'] as const)
    for (const isFiltered of [false, true])
      test(`orderby-timestamp-${direction}${isFiltered ? '-filter-int-gt' : ''}: rows are in the order of their moments`, () =>
        each('moments', async ({ door }, { name, key, whole }, { field }) => {
          if (isFiltered && whole === undefined) return
          const filter = isFiltered && whole ? `&${query({ $filter: `${whole.field} gt ${whole.least}` })}` : ''
          const address = `/${name}?$orderby=${field}%20${direction}&$select=${key},${field}${filter}&$top=500`
          const moments = (await door.rows(address)).map((row) => String(row[field]))
          const sorted = moments.toSorted()
          assert.deepEqual(moments, direction === 'asc' ? sorted : sorted.toReversed())
        }))

  /** Asks for each field that has words, with the words sampled of it. */
  async function eachWorded(
    kind: 'words' | 'wordLists',
    ask: (core: CoreDoor, sample: ResoSample, worded: Worded) => Promise<void>,
  ): Promise<void> {
    let asked = 0
    for (const core of doors())
      for (const sample of core.samples)
        for (const worded of sample[kind]) {
          await ask(core, sample, worded)
          asked++
        }
    assert.ok(asked > 5, 'too few fields have words')
  }
  const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`
  const listOf = (row: JsonRow, field: string) => row[field] as readonly string[]

  test('lookup-resource-validation: Lookup has every word of every list, under the name that the metadata give it', async () => {
    for (const kind of ['words', 'wordLists'] as const)
      await eachWorded(kind, async ({ door }, _sample, { lookup, values }) => {
        const prefer = { prefer: 'odata.maxpagesize=1000' }
        const rows = await door.rows(`/Lookup?${query({ $filter: `LookupName eq '${lookup}'` })}`, prefer)
        for (const row of rows) assert.equal(row.LookupName, lookup)
        const words = rows.map(({ LookupValue }) => LookupValue)
        for (const value of values) assert.ok(words.includes(value), `${lookup} lacks ${value}`)
        assert.equal(new Set(words).size, words.length)
      })
  })

  test('filter-enum-single-eq: each row has the word, and all that have it are there', () =>
    eachWorded('words', async (core, sample, { field, values }) => {
      for (const value of values) {
        const answered = await rowsUnder(
          core,
          sample,
          field,
          `${field} eq ${quoted(value)}`,
          (row) => row[field] === value,
        )
        assert.ok(answered.length > 0, `${sample.name}: no ${field} is ${value}`)
      }
    }))

  test('filter-enum-single-ne: no row has the word', () =>
    eachWorded('words', async (core, sample, { field, values: [value = ''] }) => {
      await rowsUnder(core, sample, field, `${field} ne ${quoted(value)}`, (row) => row[field] !== value)
    }))

  test('filter-enum-single-has: has takes a single word as eq does', () =>
    eachWorded('words', async (core, sample, { field, values: [value = ''] }) => {
      await rowsUnder(core, sample, field, `${field} has ${quoted(value)}`, (row) => row[field] === value)
    }))

  test('filter-enum-multi-has: each row has the word in its list', () =>
    eachWorded('wordLists', async (core, sample, { field, values: [value = ''] }) => {
      await rowsUnder(core, sample, field, `${field} has ${quoted(value)}`, (row) => listOf(row, field).includes(value))
    }))

  test('filter-enum-multi-has-and: each row has both words in its list', () =>
    eachWorded('wordLists', async (core, sample, { field, values: [one = '', other = one] }) => {
      await rowsUnder(
        core,
        sample,
        field,
        `${field} has ${quoted(one)} and ${field} has ${quoted(other)}`,
        (row) => listOf(row, field).includes(one) && listOf(row, field).includes(other),
      )
    }))

  for (const name of ['filter-coll-enum-any', 'filter-string-enum-multi-any'])
    test(`${name}: each row has one of the words`, () =>
      eachWorded('wordLists', async (core, sample, { field, values: [one = '', other = one] }) => {
        const filter = `${field}/any(x:x eq ${quoted(one)} or x eq ${quoted(other)})`
        const answered = await rowsUnder(core, sample, field, filter, (row) =>
          listOf(row, field).some((word) => word === one || word === other),
        )
        assert.ok(answered.length > 0)
      }))

  for (const name of ['filter-coll-enum-all', 'filter-string-enum-multi-all'])
    test(`${name}: each row has no other words than those of a row that is there`, () =>
      eachWorded('wordLists', async (core, sample, { field }) => {
        const own = listOf(sample.rows.find((row) => listOf(row, field).length > 0) as JsonRow, field).slice(0, 12)
        const filter = `${field}/all(x:${own.map((word) => `x eq ${quoted(word)}`).join(' or ')})`
        const answered = await rowsUnder(core, sample, field, filter, (row) =>
          listOf(row, field).every((word) => own.includes(word)),
        )
        assert.ok(answered.length > 0)
      }))

  test('filter-string-enum-single-eq: the word is compared letter by letter', () =>
    eachWorded('words', async (core, sample, { field, values: [value = ''] }) => {
      await rowsUnder(core, sample, field, `${quoted(value)} eq ${field}`, (row) => row[field] === value)
    }))

  test('filter-string-enum-single-ne: rows without a word are there too', () =>
    eachWorded('words', async (core, sample, { field, values: [value = ''] }) => {
      await rowsUnder(core, sample, field, `not (${field} eq ${quoted(value)})`, (row) => row[field] !== value)
    }))

  test('filter-string-enum-single-in: each row has one of the words', () =>
    eachWorded('words', async (core, sample, { field, values }) => {
      const filter = `${field} in (${values.map(quoted).join(',')})`
      const answered = await rowsUnder(core, sample, field, filter, (row) => values.includes(String(row[field])))
      assert.ok(answered.length > 0)
    }))

  for (const [name, holds] of [
    ['contains', (text: string, part: string) => text.includes(part)],
    ['startswith', (text: string, part: string) => text.startsWith(part)],
    ['endswith', (text: string, part: string) => text.endsWith(part)],
  ] as const)
    test(`filter-string-${name}: each row has the part, and all that have it are there`, async () => {
      for (const core of doors())
        for (const sample of core.samples) {
          const { text: field } = sample
          if (field === undefined) continue
          const part = String(sample.rows.find((row) => row[field] !== null)?.[field]).slice(0, 5)
          await rowsUnder(core, sample, field, `${name}(${field},${quoted(part)})`, (row) =>
            holds(textOf(row[field] ?? ''), part),
          )
        }
    })
})
