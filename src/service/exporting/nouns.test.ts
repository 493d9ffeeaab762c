import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { home } from '../../../test/catalog/contract/records.ts'
import { EXPERIENCE_FIELDS } from '../../model/experience-fields.ts'
import { HOME_FIELDS } from '../../model/home-fields.ts'
import { tableColumns } from './formats.ts'
import { HOME_FIELDS_FORGOTTEN, HOME_FIELDS_LEFT_OUT } from './nouns/home.ts'
import { EXPORTED_NOUNS } from './nouns.ts'

function mappedBy(name: string): readonly string[] {
  const text = readFileSync(new URL(`../../../mappings/${name}.yaml`, import.meta.url), 'utf8')
  const { fields } = parse(text) as { readonly fields: object } // the file is part of this repository
  return Object.keys(fields)
}

const BESIDE =
  /^(zpid|OfferId|ExperienceId|Source|Attribution|Layers|HasLienYN|Last\w+Date|EquityPercent|ListAgent\w+|ListOffice\w+)$/

test('every field that an import fills is exported, unless another field says the same', () => {
  assert.deepEqual(HOME_FIELDS_FORGOTTEN, [])
  const names = EXPORTED_NOUNS.home.columns.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(HOME_FIELDS).filter((name) => !names.includes(name)),
    HOME_FIELDS_LEFT_OUT,
  )
  const ofExperience = tableColumns(EXPORTED_NOUNS.experience).map(({ name }) => name)
  assert.deepEqual(
    Object.keys(EXPERIENCE_FIELDS).filter((name) => !ofExperience.includes(name)),
    [],
  )
})

test('the ready mappings read every column of an export', () => {
  for (const [noun, mapping] of [
    ['home', 'exported-homes'],
    ['home', 'exported-homes-ndjson'],
    ['offer', 'exported-offers'],
    ['experience', 'exported-experiences'],
  ] as const) {
    // all record types have columns of this type
    const columns = tableColumns(EXPORTED_NOUNS[noun] as never).map(({ name }) => name)
    assert.deepEqual(
      columns.filter((name) => !BESIDE.test(name)),
      mappedBy(mapping),
      mapping,
    )
  }
})

test('what searches filter by is exported beside the recorded events of a home', () => {
  const { columns, cells } = EXPORTED_NOUNS.home
  const beside = { about: {}, get: () => undefined } as never // cells use only these members
  const ofHome = (change: Parameters<typeof home>[1]) => {
    const values = cells(home(1, change), beside)
    return ['HasLienYN', 'LastPermitDate', 'LastDeedDate', 'EquityPercent'].map(
      (column) => values[columns.findIndex(({ name }) => name === column)],
    )
  }
  const mortgage = { day: '2020-01-02', type: 'Mortgage', amount: 50, source: 'county' } as const
  const deed = { day: '2020-01-02', type: 'Deed', source: 'county' } as const
  assert.deepEqual(ofHome({}), [undefined, undefined, undefined, undefined])
  const known = { recorded: [deed, mortgage], estimate: { value: 200 } }
  assert.deepEqual(ofHome(known), [false, undefined, '2020-01-02', 75])
})

test('the features that contain a home are listed in the form that inLayer takes', () => {
  const { columns, cells } = EXPORTED_NOUNS.home
  const at = columns.findIndex(({ name }) => name === 'Layers')
  const beside = { about: {}, get: () => undefined } as never // cells use only these members
  assert.deepEqual(cells({ ...home(1), layers: [{ layer: 'zones', id: 'a', name: 'A' }] }, beside)[at], ['zones:a'])
  assert.equal(cells(home(1), beside)[at], undefined)
})
