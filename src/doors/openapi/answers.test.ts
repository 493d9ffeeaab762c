import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Component, Telling, type Value } from '../../kit/answers/index.ts'
import { portalWords } from '../../kit/base/words.ts'
import { HISTORY_EVENTS, HOME_TYPES, PETS } from '../../model/home.ts'
import { CLIMATE_PERILS, CLIMATE_RESOLUTIONS } from '../../model/market.ts'
import { OFFER_PROPERTY_TYPES } from '../../model/offer.ts'
import { REGION_TYPES } from '../../model/region.ts'
import { OPERATIONS } from '../../service/operations/index.ts'
import { ENDPOINTS } from './endpoints.ts'

const ANSWERS: readonly Value<object>[] = [
  ...OPERATIONS.map(({ answer }) => answer),
  ...ENDPOINTS.flatMap(({ answer }) => answer ?? []),
]

/** Returns the schemas of these answers in a document, with the components that they use. */
function partsOf(answers: readonly Value<object>[]) {
  const telling = new Telling(portalWords({ Portal: 'Hearth', portal: 'hearth' }))
  const schemas = answers.map((answer) => answer.schema(telling))
  return { schemas, components: telling.components }
}

test('every answer has a unique name, or shares it with an equal declaration', () => {
  const named = new Map<string, unknown>()
  for (const answer of ANSWERS) {
    assert(answer instanceof Component)
    assert.equal(named.get(answer.name) ?? answer, answer, answer.name)
    named.set(answer.name, answer)
  }
})

test('no two components have the same name', () => {
  const byName = new Map<string, unknown>()
  class Watching extends Telling {
    override reference(name: string, schema: () => Readonly<Record<string, unknown>>) {
      const own = schema()
      assert.deepEqual(byName.get(name) ?? own, own, name)
      byName.set(name, own)
      return super.reference(name, () => own)
    }
  }
  for (const answer of ANSWERS) answer.schema(new Watching((text) => text))
  assert(byName.size > ANSWERS.length)
})

test('lists of allowed words contain the words of the model', () => {
  const lists = new Set(
    JSON.stringify([...partsOf(ANSWERS).components])
      .match(/(?<="enum":)\[[^\]]*\]/g)
      ?.map(sorted),
  )
  const ofModel = {
    HOME_TYPES,
    HISTORY_EVENTS,
    PETS,
    REGION_TYPES,
    CLIMATE_PERILS,
    CLIMATE_RESOLUTIONS,
    OFFER_PROPERTY_TYPES,
  }
  for (const [name, values] of Object.entries(ofModel)) assert(lists.has(sorted(JSON.stringify(values))), name)
})

function sorted(list: string): string {
  return (JSON.parse(list) as string[]).sort().join()
}

test('every reference leads to a component, and components that no answer names are left out', () => {
  for (const answer of ANSWERS) {
    const { schemas, components } = partsOf([answer])
    const named = JSON.stringify([schemas, ...components.values()]).match(/(?<=#\/components\/schemas\/)\w+/g)
    assert.deepEqual(new Set(named), new Set(components.keys()))
  }
})

test("keys and texts have the portal's name or its initial, and no placeholder is left", () => {
  const text = JSON.stringify([...partsOf(ANSWERS).components])
  for (const key of ['daysOnHearth', 'timeOnHearth', 'isHearthOwned', 'hearthURL', 'PropertyHearthURL']) {
    assert(text.includes(`"${key}":`), key)
  }
  assert(text.includes('"mortgageHHLRates":') && text.includes('`daysOnHearth`'))
  assert.deepEqual(new Set(text.match(/\{\w+\}/g)), new Set(['{photoKey}']))
})
