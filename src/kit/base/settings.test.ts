import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFault, EXIT } from './failure.ts'
import { OPTION_NAMES, optionOf, readCommandOptions, readSettings, variableOf } from './settings.ts'

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof CommandFault)
    assert.equal(error.exitCode, EXIT.usage)
    return error.message
  }
  return assert.fail('it should have been refused')
}

test('map tiles are a URL with {z}, {x} and {y} or a PMTiles file, and anything that could widen the content security policy is rejected', () => {
  const url = 'https://tiles.example/{z}/{x}/{y}.png?key=1'
  assert.equal(readSettings({ PLAT_MAP_TILES: url }, {}).mapTiles, url)
  assert.equal(readSettings({ PLAT_MAP_TILES: 'maps/city.pmtiles' }, {}).mapTiles, 'maps/city.pmtiles')
  for (const wrong of [
    'https://tiles.example/1.png',
    'https://tiles.example/city.pmtiles',
    'tiles/{z}/{x}/{y}',
    'https://{z}/{x}/{y}',
    `${url}; script-src *`,
  ]) {
    assert.throws(() => readSettings({ PLAT_MAP_TILES: wrong }, {}), /PLAT_MAP_TILES/)
  }
})

test('an option wins over a variable, a variable wins over the default, and an empty variable counts as not set', () => {
  assert.equal(readSettings({}).data, 'data')
  assert.equal(readSettings({ PLAT_DATA: '' }).data, 'data')
  assert.equal(readSettings({ PLAT_DATA: 'here' }).data, 'here')
  assert.equal(readSettings({ PLAT_DATA: 'here' }, { data: 'there' }).data, 'there')
  assert.equal(readSettings({ PLAT_WORKERS: '', PLAT_HOMES: '9' }).homes, 9)
  assert.equal(readSettings({ PLAT_MEDIA_ORIGIN: 'https://a.example' }, { mediaOrigin: '' }).mediaOrigin, '')
  assert.match(
    refusal(() => readSettings({}, { data: '' })),
    /^--data must be a folder; you gave ""\.$/,
  )
})

test('an unknown variable is rejected with the closest known name, and variables of other commands are ignored', () => {
  assert.equal(
    refusal(() => readSettings({ PLAT_PRT: '1' })),
    'Unknown setting PLAT_PRT: did you mean PLAT_PORT? docs/settings.md lists all settings.',
  )
  assert.equal(
    refusal(() => readSettings({ PLAT_ZZZZZZZZZZ: '1' })),
    'Unknown setting PLAT_ZZZZZZZZZZ: docs/settings.md lists all settings.',
  )
  readSettings(Object.fromEntries(OPTION_NAMES.map((name) => [variableOf(name), ''])))
  readSettings({ PLAT_JSON: 'perhaps', PLAT_MAPPING: 'king-county', PATH: '/bin' })
})

test('ports are a list, each port once, and the settings of areas that they have replaced are refused with a sentence', () => {
  const read = (text: string) => readSettings({ PLAT_PORT: text }).port
  assert.deepEqual(['', '9', '8080, 8081,8080', '0,0'].map(read), [[8080], [9], [8080, 8081], [0, 0]])
  const many = Array.from({ length: 17 }, (_, i) => 9000 + i).join()
  for (const text of ['x', '65536', '8080,', '8080 8081', many])
    assert.match(
      refusal(() => read(text)),
      /PLAT_PORT must be .*; you gave ".*"/,
    )
  for (const area of ['A', 'B', 'C']) {
    assert.equal(
      refusal(() => readSettings({ [`PLAT_PORT_${area}`]: '9' })),
      `PLAT_PORT_${area} has been replaced. Every port serves all areas: choose ports with --port, which may be repeated, or with PLAT_PORT, as in PLAT_PORT=8080,8081.`,
    )
    assert.equal(
      refusal(() => readSettings({ [`PLAT_HOST_${area}`]: 'a.example' })),
      `PLAT_HOST_${area} has been replaced. One host name serves all areas: set --public-name or PLAT_PUBLIC_NAME to the name under which others reach this service.`,
    )
  }
})

test('key headers are up to ten names that serve no other purpose', () => {
  const read = (text: string) => readSettings({ PLAT_KEY_HEADERS: text }).keyHeaders
  assert.deepEqual(['', ' ', 'X-Old-Key', ' a_b , c-d,A_B'].map(read), ['', '', 'x-old-key', 'a_b,c-d'])
  const eleven = Array.from({ length: 11 }, (_, i) => `x-${i}`).join()
  for (const text of ['x old', 'x:y', ',', 'x-a,', 'é', 'host', 'x-a,If-None-Match', 'Cookie', '-a', eleven]) {
    assert.match(
      refusal(() => read(text)),
      /^PLAT_KEY_HEADERS must be up to 10 header names of .*, such as host; you gave ".*"\.$/,
    )
  }
})

test('a flag is on or off, and nothing else', () => {
  const read = (text: string) => readCommandOptions(['dryRun'], { PLAT_DRY_RUN: text }, {}).dryRun
  assert.deepEqual(['1', 'TRUE', '0', 'false', ''].map(read), [true, true, false, false, undefined])
  for (const text of ['yes', 'constructor']) {
    assert.match(
      refusal(() => read(text)),
      /^PLAT_DRY_RUN must be true, false, 1 or 0; you gave ".*"\.$/,
    )
  }
})

test('each option has a unique name on the command line and in the environment', () => {
  assert.equal(new Set(OPTION_NAMES.map(variableOf)).size, OPTION_NAMES.length)
  assert.equal(new Set(OPTION_NAMES.map(optionOf)).size, OPTION_NAMES.length)
  assert.deepEqual([variableOf('dryRun'), optionOf('dryRun')], ['PLAT_DRY_RUN', '--dry-run'])
})

test('picture origins are plain origins that cannot widen the content security policy', () => {
  const read = (value: string) => readSettings({ PLAT_PICTURE_ORIGINS: value }).pictureOrigins
  assert.equal(read(''), '')
  assert.equal(read('https://a.example, http://b.example:81/'), 'https://a.example,http://b.example:81')
  for (const wrong of ['*', 'https://a.example/photos', 'https://a.example;', 'a.example', 'https://*.example']) {
    assert.match(
      refusal(() => read(wrong)),
      /PLAT_PICTURE_ORIGINS/,
      wrong,
    )
  }
})
