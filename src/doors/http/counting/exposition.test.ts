import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExposition } from '../../../../test/http/read-exposition.ts'
import { exposition } from './exposition.ts'

test('labels and help with quotes, backslashes and line ends come back as they were', () => {
  const odd = 'a "b" \\ c\nd \\n é'
  const page = readExposition(
    exposition([{ name: 'odd_total', type: 'counter', help: odd, samples: [[{ one: odd, other: '' }, 3]] }]),
  )
  assert.equal(page.helps.get('odd_total'), odd)
  assert.equal(page.value('odd_total', { other: '', one: odd }), 3)
})

test('the buckets of a histogram hold those before them, and the last one all', () => {
  const text = exposition([
    {
      name: 'took_seconds',
      type: 'histogram',
      help: 'Time.',
      samples: [[{ of: 'x' }, { bounds: [0.5, 1], counts: [2, 0, 3], sum: 7.25 }]],
    },
  ])
  assert.equal(
    text,
    `# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{of="x",le="0.5"} 2
took_seconds_bucket{of="x",le="1"} 2
took_seconds_bucket{of="x",le="+Inf"} 5
took_seconds_sum{of="x"} 7.25
took_seconds_count{of="x"} 5
`,
  )
  readExposition(text)
})

test('numbers of any size are written as Prometheus reads them', () => {
  for (const value of [0, 1e21, 1e-7, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    const text = exposition([{ name: 'any', type: 'gauge', help: 'Any.', samples: [[{}, value]] }])
    assert.ok(Object.is(readExposition(text).value('any'), value), text)
  }
})

test('a metric without samples is left out', () => {
  assert.equal(exposition([{ name: 'none_total', type: 'counter', help: 'None.', samples: [] }]), '')
})
