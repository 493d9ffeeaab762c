import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isScript, jsonInScript } from './script.ts'

test('the list of homes in a script becomes JSON on the same lines', () => {
  const script = `// Homes for sale
import { agent } from './agents'
const meta = { built: 'today', tags: ['x'] }
const agents = [{ name: "A" }]
export const homes: Home[] = [
  { id: 1, title: 'The "old" mill', street: "12 Elm St", 'zip': '97201', note: \`it's
near\`, /* the price */ price: 450_000, lat: -.5, agent: agent.first, isNew: true, type: null, seen: new Date(2026, 1), on: day('1') }, // first
  { id: 2, note: "It\\'s\ta\\
mill", "street": 'O\\'Brien Rd', tags: ['a', 'b',], },
]
module.exports = homes
`
  assert.ok(isScript(script))
  const json = jsonInScript(script) ?? ''
  assert.deepEqual(JSON.parse(json), [
    { id: 1, title: 'The "old" mill', street: '12 Elm St', zip: '97201', note: "it's\nnear", price: 450_000, lat: -0.5, agent: null, isNew: true, type: null, seen: null, on: null }, // biome-ignore format: a line
    { id: 2, note: "It's\tamill", street: "O'Brien Rd", tags: ['a', 'b'] },
  ])
  assert.equal(json.slice(0, json.indexOf('12 Elm')).split('\n').length, 6)
})

test('of several lists in a script, the one with most facts of most homes counts, not the longest text', () => {
  const home = (id: number) => `{ id: ${id}, price: 1, beds: 2, zip: '97201' }`
  const script = `const houses = { results: [${[1, 2, 3].map(home).join(', ')}] }
const detail = { photos: [{ url: '${'x'.repeat(500)}' }] }`
  assert.match(jsonInScript(script) ?? '', /"price"/)
})

test('a table is no script, and a script without a list of objects has no data', () => {
  assert.equal(isScript('type of home,price\nhouse,1\n'), false)
  assert.equal(jsonInScript('const x = [1, 2]; const y = { a: [3] }'), undefined)
})
