import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HISTORY_EVENTS, HOME_TYPES, PETS } from '../../model/home.ts'
import { CLIMATE_PERILS, CLIMATE_RESOLUTIONS } from '../../model/market.ts'
import { OFFER_PROPERTY_TYPES } from '../../model/offer.ts'
import { REGION_TYPES } from '../../model/region.ts'
import { OPERATIONS } from '../../operations/index.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { BODIES, Rendering } from './index.ts'
import { Component, nullable, object, oneOf, optional, text, toldApart } from './schema.ts'

const WORDS = { Portal: 'Hearth', portal: 'hearth' }

/** What a document holds of the bodies of these paths: the schemas, and the components that they name. */
function renderedBodies(paths: readonly string[]): { schemas: readonly unknown[]; components: Map<string, unknown> } {
  const rendering = new Rendering(WORDS)
  const schemas = paths.map((path) => rendering.rendered(BODIES[path] ?? {}))
  return { schemas, components: rendering.components }
}

test('every body is described, of operations and of what areas answer beside them, and nothing else', () => {
  const answers = [...OPERATIONS, ...ENDPOINTS.filter(({ type }) => type === 'application/json')]
  assert.deepEqual(Object.keys(BODIES).sort(), answers.map(({ path }) => path).sort())
})

test('words of the model are told as the model has them', () => {
  const { components } = renderedBodies(Object.keys(BODIES))
  const told = new Set(
    JSON.stringify([...components])
      .match(/(?<="enum":)\[[^\]]*\]/g)
      ?.map(sorted),
  )
  const lists = {
    HOME_TYPES,
    HISTORY_EVENTS,
    PETS,
    REGION_TYPES,
    CLIMATE_PERILS,
    CLIMATE_RESOLUTIONS,
    OFFER_PROPERTY_TYPES,
  }
  for (const [name, values] of Object.entries(lists)) assert(told.has(sorted(JSON.stringify(values))), name)
})

function sorted(list: string): string {
  return (JSON.parse(list) as string[]).sort().join()
}

test('no two components have one name', () => {
  const byName = new Map<string, unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (value instanceof Component) {
      assert.equal(byName.get(value.name) ?? value.schema, value.schema, value.name)
      if (byName.has(value.name)) return
      byName.set(value.name, value.schema)
    }
    Object.values(value).forEach(visit)
  }
  visit(BODIES)
  assert(byName.size > Object.keys(BODIES).length / 2)
})

test('every reference leads to a component, and components that no body names are left out', () => {
  for (const path of Object.keys(BODIES)) {
    const { schemas, components } = renderedBodies([path])
    const named = JSON.stringify([schemas, ...components.values()]).match(/(?<=#\/components\/schemas\/)\w+/g)
    assert.deepEqual(new Set(named), new Set(components.keys()), path)
  }
})

test('keys and texts have the words of the server, its initial among them, and no placeholder is left', () => {
  const { components } = renderedBodies(Object.keys(BODIES))
  const text = JSON.stringify([...components])
  for (const key of ['daysOnHearth', 'timeOnHearth', 'isHearthOwned', 'hearthURL', 'PropertyHearthURL']) {
    assert(text.includes(`"${key}":`), key)
  }
  assert(text.includes('"mortgageHHLRates":') && text.includes('`daysOnHearth`'))
  assert.deepEqual(new Set(text.match(/\{\w+\}/g)), new Set(['{photoKey}']))
})

test('a key is required unless it may be absent; null is one more type, or one more kind', () => {
  const named = new Component('Name', text())
  const schema = object({ a: text('A.'), b: optional(nullable(oneOf(['x']))), c: nullable(named, 'C.') })
  assert.deepEqual(new Rendering(WORDS).rendered(schema), {
    type: 'object',
    required: ['a', 'c'],
    properties: {
      a: { type: 'string', description: 'A.' },
      b: { type: ['string', 'null'], enum: ['x', null] },
      c: { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }], description: 'C.' },
    },
  })
})

test('objects that a text tells apart say which is which', () => {
  const kinds = { one: new Component('One', object({})), two: new Component('Two', object({})) }
  assert.deepEqual(new Rendering(WORDS).rendered(toldApart('kind', kinds)), {
    oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { one: '#/components/schemas/One', two: '#/components/schemas/Two' },
    },
  })
})
