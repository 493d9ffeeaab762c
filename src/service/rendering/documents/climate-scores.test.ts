import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CLIMATE_PERILS, climateScoreId } from '../../../model/market.ts'
import { disagreements } from './climate-scores.ts'

const anyScore = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    peril: fc.constantFrom(...CLIMATE_PERILS.slice(0, 2)),
    risk: fc.integer({ min: 0, max: 100 }),
    scaleMin: fc.constantFrom(0, 1, -50),
    width: fc.constantFrom(1, 4, 9, 100, 1000),
    lowerIsWorse: fc.boolean(),
  })
  .map(({ risk, width, lowerIsWorse, ...score }) => {
    const area = { ...score, resolution: 'county', areaId: '53033' } as const
    const along = lowerIsWorse ? 100 - risk : risk
    return {
      risk,
      score: {
        scoreId: climateScoreId(area),
        source: 'test',
        ...area,
        score: score.scaleMin + (along * width) / 100,
        scaleMax: score.scaleMin + width,
        ...(lowerIsWorse && { lowerIsWorse }),
        unit: 'points',
        vintage: '2025',
        explanation: 'Test.',
      },
    }
  })

test('two sources disagree exactly if they are over a third apart on one peril, for any two scales', () => {
  const anyScores = fc.uniqueArray(anyScore, { selector: ({ score }) => score.scoreId, maxLength: 8 })
  fc.assert(
    fc.property(anyScores, (made) => {
      const expected = new Set<string>()
      for (const one of made) {
        for (const other of made) {
          const apart = one.score.peril === other.score.peril && other.risk - one.risk >= 34 // a third is 33.3
          if (apart) expected.add(`${one.score.peril} ${one.score.name} ${other.score.name}`)
        }
      }
      const apart = disagreements(made.map(({ score }) => score))
      assert.deepEqual(new Set(apart.map(({ peril, sources }) => [peril, ...sources].join(' '))), expected)
      assert.equal(apart.length, expected.size)
    }),
  )
})

test('scores of two hazards of one peril do not disagree', () => {
  const scores = fc.sample(anyScore, 1).flatMap(({ score }) => [
    { ...score, scaleMin: 0, scaleMax: 1, score: 0, name: 'low', hazard: 'coastal' },
    { ...score, scaleMin: 0, scaleMax: 1, score: 1, name: 'high', hazard: 'riverine' },
  ])
  assert.deepEqual(disagreements(scores), [])
  assert.equal(disagreements(scores.map((score) => ({ ...score, hazard: 'coastal' }))).length, 1)
})

test('a scale of zero width is never compared', () => {
  const broken = fc.sample(anyScore, 2).map(({ score }, at) => ({ ...score, name: `${at}`, scaleMin: 5, scaleMax: 5 }))
  assert.deepEqual(disagreements(broken), [])
})
