import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Field } from '../../model/field.ts'
import { readMapping } from './mapping.ts'
import { loadMapping, mappingNames } from './mapping-files.ts'
import { IMPORT_NOUN_NAMES, importNounOf } from './nouns.ts'

const HEAD = `name: sales
source: county
key: id
`
const FIELDS = `fields:
  HomeType: { constant: CONDO }
  PostalCode: zip
`

function refusal(text: string): string {
  try {
    readMapping(text, 'm.yaml')
  } catch (error) {
    assert.ok(error instanceof CommandFault, String(error))
    assert.equal(error.exitCode, EXIT.data)
    return error.message
  }
  return assert.fail('it should have been rejected')
}

test('a minimal mapping is read with the default format', () => {
  const mapping = readMapping(HEAD + FIELDS, 'm.yaml')
  assert.deepEqual(mapping.format, { type: 'csv' })
  assert.deepEqual(mapping.fields[0], { field: 'HomeType', line: 5, required: true, from: { constant: 'CONDO' } })
  assert.equal(mapping.noun, 'home')
})

test('every error in a mapping is one sentence with its line', () => {
  const wrong: readonly (readonly [text: string, sentence: RegExp])[] = [
    ['', /^m\.yaml, line 1: The mapping must be a list of "name: value"\.$/],
    ['a: [', /^m\.yaml, line 1: Not valid YAML: /],
    ['name: x\nname: y', /^m\.yaml, line 2: Not valid YAML: Map keys must be unique\.$/],
    ['name: sales', /^m\.yaml, line 1: The mapping has no "fields"\.$/],
    [`${HEAD}feilds: {}`, /^m\.yaml, line 4: The mapping does not know "feilds": did you mean "fields"\?$/],
    [`${HEAD}noun: homes\n${FIELDS}`, /^m\.yaml, line 4: noun does not know "homes": did you mean "home"\?$/],
    [
      `${HEAD}format: dbf\n${FIELDS}`,
      /^m\.yaml, line 4: format does not know "dbf", only csv, fixed, ndjson, json, xlsx, parquet, geojson, shapefile, flatgeobuf, sqlite, sql, xml\.$/,
    ],
    [
      `${HEAD}format: { delimiter: x }\n${FIELDS}`,
      /line 4: delimiter must be , ; \| tab or space; the mapping says "x"\.$/,
    ],
    [
      `${HEAD}format: { encoding: latin1 }\n${FIELDS}`,
      /line 4: encoding does not know "latin1": did you mean "latin-1"\?$/,
    ],
    [`${HEAD}fields:\n  PostalCode: zip`, /line 5: No field HomeType: every home needs one/],
    [
      `${HEAD}${FIELDS}  BedroomTotal: beds`,
      /line 7: The table of fields does not know "BedroomTotal": did you mean "BedroomsTotal"\?$/,
    ],
    [
      `${HEAD}${FIELDS}  LivingArea: { column: a, as: nmber }`,
      /line 7: "as" of LivingArea does not know "nmber": did you mean "number"\?$/,
    ],
    [
      `${HEAD}${FIELDS}  LivingArea: { column: a, as: date }`,
      /line 7: "as" of LivingArea must be number or whole number; the mapping says "date"\.$/,
    ],
    [
      `${HEAD}${FIELDS}  LivingArea: { column: a, format: D }`,
      /line 7: LivingArea is read as number, which takes no format\.$/,
    ],
    [`${HEAD}${FIELDS}  LivingArea: {}`, /line 7: LivingArea needs a column or a constant\.$/],
    [
      `${HEAD}${FIELDS}  LivingArea: { constant: big }`,
      /line 7: LivingArea must be a number such as 3\.5; the mapping says "big"\.$/,
    ],
    [
      `${HEAD}${FIELDS}  LivingArea: { constant: 5, column: a }`,
      /line 7: LivingArea is a constant, so it takes no column\.$/,
    ],
    [
      `${HEAD}${FIELDS}  YearBuilt: { column: a, required: perhaps }`,
      /line 7: required of YearBuilt must be true or false\.$/,
    ],
    [
      `${HEAD}${FIELDS}  ParcelNumber: { column: a, pad: 0 }`,
      /line 7: "pad" of ParcelNumber must be a whole number from 1 to 100; the mapping says 0\.$/,
    ],
    [
      `${HEAD}${FIELDS}  Basement: { column: a, values: { 0: nothing } }`,
      /line 7: Basement must be one of none, .*; the mapping says "nothing"\.$/,
    ],
    [
      `${HEAD}${FIELDS}  Basement: { column: a, otherwise: none }`,
      /line 7: Basement takes "otherwise" only together with "values"\.$/,
    ],
    [`${HEAD}${FIELDS}  Latitude: lat`, /line 7: Latitude has no effect without Longitude: add that field too\.$/],
    [`${HEAD}${FIELDS}  ListPrice: price`, /line 7: ListPrice has no effect without StandardStatus/],
    [`${HEAD}${FIELDS}report:\n  YearBuilt: { above: 1 }`, /line 8: report does not know "YearBuilt"/],
    [
      `${HEAD}${FIELDS}report:\n  PostalCode: { above: 1 }`,
      /line 8: "report" works only with number fields; PostalCode is not a number\.$/,
    ],
    [`${HEAD}${FIELDS}keep: { a: [1] }`, /line 7: The column of a must be text\.$/],
    [`${HEAD.replace('sales', '../x')}${FIELDS}`, /line 1: A name must have .*; the mapping says "\.\.\/x"\./],
  ]
  for (const [text, sentence] of wrong) assert.match(refusal(text), sentence)
})

const SERIES = `name: s
source: research
noun: series
fields:
  Measure: { constant: rent }
  RegionType: { constant: zipcode }
  RegionName: zip
`
const OFFERS = `name: o
source: flats
noun: offer
key: id
fields: { PropertyType: { constant: Room }, SearchType: { constant: For_Rent }, Area: a, City: c, Latitude: x, Longitude: y }
`
const RATES = `name: r
source: survey
noun: rate
fields: { RateDate: d }
`

test('settings that the record type would ignore are rejected with their line', () => {
  const wrong: readonly (readonly [text: string, sentence: RegExp])[] = [
    [`${SERIES}key: id`, /line 8: The noun series takes no "key": its fields identify the record\.$/],
    [`${SERIES}zpid: id`, /line 8: "zpid" works for homes, not for the noun series\.$/],
    [`${SERIES}keep: [a]`, /line 8: "keep" works for homes, not for the noun series\.$/],
    [
      `${SERIES}complete: true`,
      /line 8: "complete" works for homes, their parts and offers, not for the noun series\.$/,
    ],
    [`${SERIES}partial: true`, /line 8: "partial" does not work for the noun series: its records have no key\.$/],
    [`${OFFERS}partial: true\ncomplete: true`, /line 6: "partial" and "complete" exclude each other: /],
    [
      'name: m\nsource: m\nnoun: media\nkey: k\npartial: true\nfields: { MediaKey: m, MediaURL: u }',
      /line 5: "partial" does not work for the noun media: its rows never add homes\.$/,
    ],
    [
      `${SERIES}wide: { columns: months }`,
      /line 8: columns of wide must be a format such as .*; the mapping says "months"\.$/,
    ],
    [`${SERIES}wide: {}`, /line 8: wide needs columns: the format of their names/],
    [
      `${SERIES}format: { type: csv, skip: -1 }`,
      /line 8: skip must be a whole number from 0 to 1000; the mapping says -1\.$/,
    ],
    [`${SERIES}format: { type: ndjson, delimiter: ";" }`, /line 8: format does not know "delimiter", only type, /],
    [`${SERIES}format: { each: a }`, /line 8: format does not know "each"/],
    [SERIES.replace('RegionName: zip', 'City: c'), /line 5: No field RegionName: every series needs one/],
    [OFFERS.replace('key: id\n', ''), /line 1: The mapping has no "key"\.$/],
    [
      `${OFFERS}records: []`,
      /line 6: "records" does not work for the noun offer: its records have a key, so a row is one record\.$/,
    ],
    [`${OFFERS}wide: { columns: YYYY }`, /line 6: "wide" works for series, not for the noun offer\.$/],
    [
      `${OFFERS}asOf: August`,
      /line 6: asOf must be modified, YYYY-MM-DD, YYYY-MM or a time such as 2026-01-31T06:00Z; the mapping says "August"\.$/,
    ],
    [
      `${OFFERS}asOf: { fileName: x.csv }`,
      /line 6: fileName of asOf must be a name with YYYY, MM .*; the mapping says "x\.csv"\.$/,
    ],
    [RATES, /line 4: No field Product: every rate needs one/],
    [
      `${RATES}records:\n  - { Product: { constant: x }, Rate: a }\n  - { Product: { constant: y } }`,
      /line 7: No field Rate: every rate needs one/,
    ],
    [
      `${RATES}records:\n  - { RateDate: e, Product: { constant: x }, Rate: a }`,
      /line 6: RateDate is in both "fields" and "records": remove one\.$/,
    ],
    [
      `${HEAD}fields:\n  HomeType: { column: t, optional: true }\n  PostalCode: zip`,
      /line 5: HomeType is required, so its column cannot be optional\.$/,
    ],
  ]
  for (const [text, sentence] of wrong) assert.match(refusal(text), sentence)
})

test('each record type is registered under its name, and its required fields are in its table', () => {
  for (const name of IMPORT_NOUN_NAMES) {
    const { fields, required } = importNounOf(name)
    for (const field of required) assert.ok(Object.hasOwn(fields, field), `${name}: ${field}`)
    for (const [field, { needs = [] }] of Object.entries<Field>(fields)) {
      for (const needed of needs.flat()) assert.ok(Object.hasOwn(fields, needed), `${name}: ${field} needs ${needed}`)
    }
  }
})

test('a YAML value that looks like a number or a boolean is still a column name', () => {
  const { fields, kept } = readMapping(`${HEAD}${FIELDS}  YearBuilt: 2020\nkeep: [true, 007]`, 'm.yaml')
  assert.partialDeepStrictEqual(fields[2]?.from, { columns: ['2020'], line: 7 })
  assert.deepEqual(
    kept.map(({ column }) => column),
    ['true', '007'],
  )
})

function readBasement(cell: string, spec: string) {
  const from = readMapping(`${HEAD}${FIELDS}  Basement: ${spec}`, 'm.yaml').fields[2]?.from
  return from && 'read' in from ? from.read(cell) : assert.fail('no column')
}

test('cells are looked up in values; other cells become the otherwise value, or are unreadable', () => {
  assert.equal(readBasement(' 0 ', '{ column: b, values: { 0: none }, otherwise: finished }'), 'none')
  assert.equal(readBasement('700', '{ column: b, values: { 0: none }, otherwise: finished }'), 'finished')
  assert.equal(readBasement('', '{ column: b, values: { 0: none }, otherwise: finished }'), undefined)
  assert.partialDeepStrictEqual(readBasement('700', '{ column: b, values: { 0: none } }'), { must: 'must be one of 0' })
  assert.equal(readBasement('NA', '{ column: b, emptyWhen: [NA, "-"] }'), undefined)
})

test('every built-in mapping can be read, and has the name of its file', () => {
  assert.ok(mappingNames().includes('king-county'))
  for (const name of mappingNames()) assert.equal(loadMapping(name).name, name)
})

test('an unknown mapping is rejected with the list of those available', () => {
  assert.throws(
    () => loadMapping('kingcounty'),
    (error) => {
      assert.ok(error instanceof CommandFault)
      assert.match(
        error.message,
        /^There is no mapping "kingcounty"\. Did you mean king-county\? The mapping must be a file such as .*king-county, /,
      )
      assert.equal(error.exitCode, EXIT.data, 'as for any other unknown name')
      return true
    },
  )
  assert.throws(() => loadMapping('./no.yaml'), /Cannot read the mapping "\.\/no\.yaml": there is no such file\./)
})

test('a name without an ending suggests the mapping file of that name in the current folder', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-mapping-'))
  const before = process.cwd()
  context.after(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })
  process.chdir(folder)
  writeFileSync('sales.yml', HEAD + FIELDS)
  assert.throws(() => loadMapping('sales'), /There is no mapping "sales"\. Did you mean \.\/sales\.yml\? /)
})
