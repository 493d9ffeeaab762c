import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HomeRecord } from '../../model/home-fields.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { withWholeAddress } from './whole-address.ts'

const gazetteer = loadGazetteer()

function placed(record: HomeRecord): string {
  const { StreetAddress, City, StateOrProvince, PostalCode } = withWholeAddress(record, gazetteer)
  return [StreetAddress, City, StateOrProvince, PostalCode].map((part) => part ?? '-').join(' / ')
}

test('a whole address is split into street, city, state and ZIP, however it is written', () => {
  for (const [text, parts] of [
    ['12 Elm St, Portland, OR 97201', '12 Elm St / Portland / OR / 97201'],
    ['12 Elm St Portland OR 97201', '12 Elm St / Portland / OR / 97201'],
    ['12 S Elm Ave NW Nosuchtown OR 97201', '12 S Elm Ave NW / Nosuchtown / OR / 97201'],
    ['12 Elm StPortland, OR 97201', '12 Elm St / Portland / OR / 97201'],
    ['Elm Court | 12 Elm St #4,\nPortland, OR 97201', '12 Elm St #4 / Portland / OR / 97201'],
    ['Apartment for rent - 12 Elm St, Portland, OR', '12 Elm St / Portland / OR / -'],
    ['12 Elm, 12 Elm St Unit 3, Portland, OR 97201', '12 Elm St Unit 3 / Portland / OR / 97201'],
    ['12 Elm at Elm Court | 12 Elm St, Portland, OR 97201', '12 Elm St / Portland / OR / 97201'],
    ['12 Elm St, #4 Portland, Portland, OR', '12 Elm St #4 / Portland / OR / -'],
    ['12 Elm St, City of Portland, OR', '12 Elm St / Portland / OR / -'],
    ['(undisclosed Address), Portland, OR 97201', '- / Portland / OR / 97201'],
    ['12 Elm St|Portland|OR|97201', '12 Elm St / Portland / OR / 97201'],
    ['(12 Elm St, Portland, OR)', '12 Elm St / Portland / OR / -'],
    ['12 Elm St, Portland, OR 972...', '12 Elm St / Portland / OR / -'],
    ['12 Elm Ct 31410', '12 Elm Ct / - / - / 31410'],
    ['12 Elm Ct, Danbury CT 06810', '12 Elm Ct / Danbury / CT / 06810'],
    ['12 Elm St, Apt B', '12 Elm St Apt B / - / - / -'],
  ] as const)
    assert.equal(placed({ UnparsedAddress: text }), parts)
})

test('a street keeps what belongs to it and loses the place and the name around it', () => {
  const place = { City: 'Portland', StateOrProvince: 'OR', PostalCode: '97201' }
  for (const [record, street] of [
    [{ StreetAddress: '12 Elm St #4 Portland, OR' }, '12 Elm St #4'],
    [{ StreetAddress: '12 Elm St,' }, '12 Elm St'],
    [{ StreetAddress: '12 Elm St # 10305' }, '12 Elm St # 10305'],
    [{ StreetAddress: 'Elm Court | 12 Elm St' }, '12 Elm St'],
    [{ StreetAddress: '12 Elm St', UnparsedAddress: '12 Elm St Unit 3, Portland, OR 97201' }, '12 Elm St Unit 3'],
    [{ StreetNumber: '12', StreetName: 'Elm', UnparsedAddress: '12 ELM, Portland, OR' }, '-'],
    [{ UnparsedAddress: '12 ELM ST, CITY OF PORTLAND', City: 'CITY OF Portland' }, '12 ELM ST'],
    [{ StreetAddress: '(Undisclosed Address)' }, '-'],
    [{ StreetAddress: '12 Elm St', City: 'Portland OR' }, '12 Elm St'],
  ] as const)
    assert.equal(placed({ ...place, ...record }), `${street} / Portland / OR / 97201`)
  const unknown = { ...place, UnparsedAddress: '12 Elm St, Nosuchtown', City: 'Nosuchtown' }
  assert.equal(placed(unknown), '12 Elm St / Nosuchtown / OR / 97201')
  assert.equal(
    placed({ ...place, City: 'PORTLAND OR', StreetAddress: '12 Elm St' }),
    '12 Elm St / PORTLAND / OR / 97201',
  )
})

test('an address counts more than fields of another state, such as those of a search', () => {
  const search = { StateOrProvince: 'FL', PostalCode: '33139' }
  assert.equal(
    placed({ ...search, UnparsedAddress: '12 Elm St, Portland, OR 97201' }),
    '12 Elm St / Portland / OR / 97201',
  )
})
