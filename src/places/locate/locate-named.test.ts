import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CountedPlace, placesWithin } from '../../model/named-place.ts'
import { locateNamed } from './locate-named.ts'

type Names = readonly [province: string, county: string, city: string, district: string, count: number]

const OFFERS: readonly Names[] = [
  ['mazowieckie', 'Warszawa', 'Warszawa', 'Śródmieście', 40],
  ['mazowieckie', 'Warszawa', 'Warszawa', 'Praga-Południe', 10],
  ['łódzkie', 'Łódź', 'Łódź', 'Śródmieście', 7],
  ['małopolskie', 'Kraków', 'Kraków', 'Nowa Huta', 20],
  ['małopolskie', 'krakowski', 'Skawina', '', 3],
  ['lubelskie', 'opolski', 'Opole Lubelskie', '', 2],
  ['opolskie', 'Opole', 'Opole', '', 5],
  ['opolskie', 'nyski', 'Dąbrowa', '', 1],
  ['śląskie', 'Dąbrowa Górnicza', 'Dąbrowa', '', 9],
]

function placesOf(): CountedPlace[] {
  const counts = new Map<string, CountedPlace>()
  for (const [province, county, city, district, count] of OFFERS) {
    const levels = [
      ['country', 'Polska'],
      ['province', province],
      ['county', county],
      ['city', city],
      ['district', district],
    ] as const
    for (const place of placesWithin(levels)) {
      counts.set(place.key, { ...place, count: count + (counts.get(place.key)?.count ?? 0) })
    }
  }
  return [...counts.values()]
}

const PLACES = placesOf()

function nameOf(text: string): string | undefined {
  return locateNamed(text, PLACES).name
}

const MEANT: readonly (readonly [written: string, name: string])[] = [
  ['Kraków', 'Kraków, małopolskie'],
  ['krakow', 'Kraków, małopolskie'],
  ['  KRAKÓW ', 'Kraków, małopolskie'],
  ['Cracow', 'Kraków, małopolskie'],
  ['Kraków, małopolskie', 'Kraków, małopolskie'],
  ['Krakow, Poland', 'Kraków, małopolskie'],
  ['lodz', 'Łódź, łódzkie'],
  ['Łódzkie', 'łódzkie'],
  ['woj. łódzkie', 'łódzkie'],
  ['województwo opolskie', 'opolskie'],
  ['Opole', 'Opole, opolskie'],
  ['powiat opolski', 'powiat opolski, lubelskie'],
  ['powiat krakowski', 'powiat krakowski, małopolskie'],
  ['krakowski', 'powiat krakowski, małopolskie'],
  ['Śródmieście', 'Śródmieście, Warszawa, mazowieckie'],
  ['Śródmieście, Łódź', 'Śródmieście, Łódź, łódzkie'],
  ['Łódź, Śródmieście', 'Śródmieście, Łódź, łódzkie'],
  ['srodmiescie lodz', 'Śródmieście, Łódź, łódzkie'],
  ['Praga Poludnie, Warszawa', 'Praga-Południe, Warszawa, mazowieckie'],
  ['Kraków Nowa Huta', 'Nowa Huta, Kraków, małopolskie'],
  ['Dąbrowa', 'Dąbrowa, Dąbrowa Górnicza, śląskie'],
  ['Dąbrowa, opolskie', 'Dąbrowa, nyski, opolskie'],
  ['Mazowsze', 'mazowieckie'],
  ['Polska', 'Polska'],
]

for (const [written, name] of MEANT) {
  test(`"${written}" means ${name}`, () => {
    assert.equal(nameOf(written), name)
  })
}

test('the name in the result resolves to the same place', () => {
  for (const place of PLACES) {
    const name = nameOf([place.name, ...place.around].join(', '))
    assert.equal(nameOf(name ?? ''), name)
  }
})

test('other places with the same name are offered, never chosen', () => {
  const { alternatives } = locateNamed('Śródmieście', PLACES)
  assert.deepEqual(alternatives, ['Śródmieście, Łódź, łódzkie'])
  assert.equal(locateNamed('Kraków, opolskie', PLACES).place, undefined)
})

test('an unknown name finds nothing, says so, and offers near matches', () => {
  const located = locateNamed('Warszwa', PLACES)
  assert.equal(located.place, undefined)
  assert.equal(located.why, 'No place in this catalog is called "Warszwa".')
  assert.ok(located.alternatives.includes('Warszawa, mazowieckie'))
  assert.deepEqual(locateNamed('Atlantis', PLACES).alternatives, [])
})

test('no text throws or takes long', () => {
  for (const text of [
    '',
    ' ',
    ',',
    '()',
    ',,,a',
    'a'.repeat(10_000),
    'a '.repeat(90),
    '東京',
    '\u0000',
    'Kraków '.repeat(9),
  ]) {
    assert.equal(locateNamed(text, PLACES).place, undefined, text)
  }
})
