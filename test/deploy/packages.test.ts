import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../e2e/program.ts'

interface Package {
  readonly engines?: { readonly node?: string }
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Package>>
}

/**
 * Returns whether a range such as `^20.19.0 || >=22.12.0` contains a version. Also parses `>=16`, `*` and versions that
 * begin with `v`.
 */
function accepts(range: string, version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return range.split('||').some((alternative) => {
    const [, sign = '', numbers = ''] = /^(\^|>=)?\s*v?([\d.]+?)(?:\.x)?$/.exec(alternative.trim()) ?? []
    if (numbers === '') return alternative.trim() === '*'
    const [leastMajor = 0, leastMinor = 0, leastPatch = 0] = numbers.split('.').map(Number)
    if (major !== leastMajor) return sign === '>=' && major > leastMajor
    return minor > leastMinor || (minor === leastMinor && patch >= leastPatch)
  })
}

test('every package accepts the oldest Node versions in the README, so npm ci has no warnings', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const [, ...oldest] = /Node (\d+\.\d+) or newer \((\d+\.\d+) works too\)/.exec(readme) ?? []
  assert.equal(oldest.length, 2)
  for (const version of oldest) {
    const refusing = Object.entries(packages)
      .filter(([, { engines }]) => !accepts(engines?.node ?? '*', `${version}.0`))
      .map(([name]) => name)
    assert.deepEqual(refusing, [], version)
  }
  assert.ok(!accepts(packages['']?.engines?.node ?? '*', '18.20.8'))
  assert.match(readFileSync(join(ROOT, '.npmrc'), 'utf8'), /^engine-strict=true$/m)
})
