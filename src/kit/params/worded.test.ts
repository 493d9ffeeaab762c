import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../base/failure.ts'
import { defaulted, listOf, oneOf, optional, parse, type Rule, required, text, worded } from './index.ts'

const put = (words: string) => words.replaceAll('{Portal}', 'Park')

const parameters = {
  status: required(oneOf(['Sale', 'Rent']), 'Which.'),
  'daysOn{Portal}': defaulted(oneOf(['Any', '1_day']), 'Any', 'Days on {Portal}.'),
  amenities: optional(listOf(['Accepts {Portal} Applications', 'Pool']), 'For rent: Accepts {Portal} Applications.'),
  view: optional(listOf(['Park', 'City']), 'What it looks out on.'),
  keywords: optional(text(40, 'porch'), 'Words.'),
}
type Query = Readonly<Record<string, string>>

const rule: Rule<typeof parameters> = {
  doc: 'Applications at {Portal} are for rentals.',
  check: ({ status, amenities = [], 'daysOn{Portal}': days }) =>
    status === 'Sale' && days === 'Any' && amenities.includes('Accepts {Portal} Applications')
      ? {
          parameter: 'daysOn{Portal}',
          code: 'param.inapplicable',
          detail: 'Cannot use "Accepts {Portal} Applications".',
          accepted: ['Accepts {Portal} Applications'],
        }
      : undefined,
}

const { parameters: shown, rules } = worded(parameters, [rule], put)

function read(query: Query) {
  return parse(shown, rules, Object.entries(query))
}

function refusal(query: Query) {
  try {
    read(query)
  } catch (fault) {
    assert.ok(fault instanceof Fault)
    return fault.extras.errors?.[0]
  }
  return undefined
}

test('names, values and docs use the words of the server', () => {
  assert.deepEqual(Object.keys(shown), ['status', 'daysOnPark', 'amenities', 'view', 'keywords'])
  assert.equal(shown.daysOnPark?.doc, 'Days on Park.')
  assert.equal(shown.daysOnPark?.schema.default, 'Any')
  assert.equal(shown.amenities?.shape.example, 'Accepts Park Applications,Pool')
  assert.equal(rules[0]?.doc, 'Applications at Park are for rentals.')
})

test('a value in the words of the server is read as the declared value', () => {
  const { args, ignored } = read({ status: 'Rent', daysOnPark: '1_day', amenities: 'Accepts Park Applications, Pool' })
  const { amenities, 'daysOn{Portal}': days } = args
  assert.deepEqual(amenities, ['Accepts {Portal} Applications', 'Pool'])
  assert.equal(days, '1_day')
  assert.deepEqual(ignored, [])
})

test('a value that happens to be the server’s word, and free text, stay as they are', () => {
  const { args } = read({ status: 'Rent', view: 'Park', keywords: 'Park {Portal}' })
  assert.deepEqual(args.view, ['Park'])
  assert.equal(args.keywords, 'Park {Portal}')
})

test('the placeholder itself is accepted neither as a name nor as a value', () => {
  assert.deepEqual(read({ status: 'Rent', 'daysOn{Portal}': '1_day' }).ignored, ['daysOn{Portal}'])
  const error = refusal({ status: 'Rent', amenities: 'Accepts {Portal} Applications' })
  assert.deepEqual(error?.accepted, ['Accepts Park Applications', 'Pool'])
  assert.equal(error?.nearest, 'Accepts Park Applications')
})

test('a rule sees the declared names, and its refusal uses the words of the server', () => {
  assert.deepEqual(refusal({ status: 'Sale', amenities: 'Accepts Park Applications' }), {
    parameter: 'daysOnPark',
    code: 'param.inapplicable',
    detail: 'Cannot use "Accepts Park Applications".',
    accepted: ['Accepts Park Applications'],
  })
  assert.equal(refusal({ status: 'Sale', daysOnPark: '1_day', amenities: 'Accepts Park Applications' }), undefined)
})
