import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { needs } from '../needs.ts'
import { runProgram, workFolder } from './programs.ts'

/**
 * Checks the OpenAPI documents with linters and their default rules. Only Redocly checks the examples of bodies, because
 * Spectral compiles every schema again for each example, which takes three quarters of its time.
 */

const RULES_OF_SPECTRAL = `import { oas } from '@stoplight/spectral-rulesets'
const { 'oas3-valid-media-example': examples } = oas.rules
const given = examples.given.filter((path) => !path.startsWith('$..content'))
const rules = { extends: [oas], rules: { 'oas3-valid-media-example': { ...examples, given } } }
export { rules as default }
`

const generators = needs('generators')
const folder = generators.skip ? '' : workFolder()
if (folder !== '') writeFileSync(join(folder, '.spectral.js'), RULES_OF_SPECTRAL)

suite('the documents, in OpenAPI 3.1 and 3.0', generators, () => {
  const documents = ['plat-3.1.json', 'plat-3.0.json']

  test('pass the rules of Redocly', () => {
    const { status, said } = runProgram('redocly', ['lint', ...documents], folder)
    assert.equal(status, 0, said)
    assert.doesNotMatch(said, /warning|problem/i)
  })

  test('pass the rules of Spectral', () => {
    const { status, said } = runProgram('spectral', ['lint', '--fail-severity', 'hint', ...documents], folder)
    assert.equal(status, 0, said)
  })
})
