import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { needs, SHARED_DATA } from '../../../test/needs.ts'
import { cityKey } from '../../kit/names/name-key.ts'
import { STATES } from '../regions/states.ts'
import { parseAddress, streetParts } from './address.ts'
import { wordsOf } from './words.ts'

const FOLDER = join(SHARED_DATA, 'addresses')

interface RealAddress {
  readonly address1: string
  readonly address2: string
  readonly city?: string
  readonly state: string
  readonly postalCode: string
}

function realAddresses(): RealAddress[] {
  const file = JSON.parse(readFileSync(join(FOLDER, 'rrad_addresses-us-all.json'), 'utf8')) as {
    addresses: RealAddress[]
  }
  return file.addresses
}

/** Whether parsing a text returns exactly the parts from which the text was made. */
function isReadWhole(address: RealAddress, text: string): boolean {
  const line = `${address.address1} ${unitOf(address)}`
  const { city, state, zipcode, others, ...parts } = parseAddress(text)
  const isPlace = city === cityKey(address.city ?? '') && state === address.state && zipcode === address.postalCode
  const number = address.address1.split(' ')[0]?.toLowerCase()
  return (
    isPlace &&
    others.length === 0 &&
    parts.houseNumber === number &&
    JSON.stringify(parts) === JSON.stringify(streetParts(line))
  )
}

/** Returns the unit with a designator. Not all units of the list have one, but units of a catalog always do. */
function unitOf({ address2 }: RealAddress): string {
  return address2 === '' || /^#|^(apt|unit|ste|lot|trlr|bldg)\b/i.test(address2) ? address2 : `#${address2}`
}

function share(count: number, all: number): number {
  return Math.round((count / all) * 1000) / 10
}

test('at least 99.5 % of real addresses are read completely, with and without commas', needs('shared data'), () => {
  const addresses = realAddresses()
  const withCommas = addresses.filter((address) => {
    const line = [address.address1, unitOf(address)].filter((part) => part !== '').join(' ')
    return isReadWhole(
      address,
      [line, address.city, `${address.state} ${address.postalCode}`].filter(Boolean).join(', '),
    )
  })
  const without = addresses.filter((address) =>
    isReadWhole(
      address,
      `${address.address1} ${unitOf(address)} ${address.city ?? ''} ${address.state} ${address.postalCode}`.toLowerCase(),
    ),
  )
  assert.ok(
    share(withCommas.length, addresses.length) >= 99.5,
    `${withCommas.length} of ${addresses.length} with commas`,
  )
  assert.ok(share(without.length, addresses.length) >= 99.5, `${without.length} of ${addresses.length} without`)
})

interface Label {
  readonly name: string
  readonly text: string
}

/** Labels of addresses without a house on a street. Such addresses are not compared. */
const NO_STREET_ADDRESS = /USPSBox|Intersection|CornerOf|NotAddress/

function labeledAddresses(file: string): Label[][] {
  const xml = readFileSync(join(FOLDER, file), 'utf8').replaceAll('&amp;', '&')
  return Array.from(xml.matchAll(/<AddressString>(.*?)<\/AddressString>/gs), ([, inner = '']) =>
    Array.from(inner.matchAll(/<(\w+)>(.*?)<\/\1>/gs), ([, name = '', text = '']) => ({ name, text })),
  ).filter((labels) => {
    const names = labels.map(({ name }) => name)
    return names.includes('AddressNumber') && names.includes('StreetName') && !NO_STREET_ADDRESS.test(names.join())
  })
}

/** Whether parsing finds the number, street, city, state and ZIP that a person has labeled. */
function isReadAsLabeled(labels: readonly Label[]): boolean {
  const labeled = (pattern: RegExp): string =>
    labels
      .filter(({ name }) => pattern.test(name))
      .map(({ text }) => text)
      .join(' ')
  const parsed = parseAddress(labels.map(({ text }) => text).join(' '))
  const state = labeled(/^StateName/)
    .replace(/[.,]/g, '')
    .toUpperCase()
  const stateCode = STATES.find(({ name }) => name.toUpperCase() === state)?.code ?? state
  const number = wordsOf(labeled(/^AddressNumber/)).words.join('')
  return (
    parsed.houseNumber.replace(/[ -]/g, '') === number.replace(/-/g, '') &&
    parsed.street === streetParts(labeled(/^AddressNumber|^StreetName/).replaceAll(',', '')).street &&
    parsed.city === cityKey(labeled(/^PlaceName/)) &&
    parsed.state === stateCode &&
    parsed.zipcode ===
      labeled(/^ZipCode/)
        .replace(/\D/g, '')
        .slice(0, 5)
  )
}

test('most messy addresses are read as they were labeled by hand', needs('shared data'), () => {
  for (const [file, floor] of [
    ['measure_performance_test_data_labeled.xml', 85],
    ['training_labeled.xml', 82],
  ] as const) {
    const addresses = labeledAddresses(file)
    const right = addresses.filter(isReadAsLabeled)
    assert.ok(share(right.length, addresses.length) >= floor, `${file}: ${right.length} of ${addresses.length}`)
  }
})
