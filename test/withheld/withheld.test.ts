import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCatalog, openRecords, openWriter } from '../../src/catalog/opening/open.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Region } from '../../src/model/region.ts'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { type Answers, answersOf } from './answers.ts'
import { questionsAbout } from './questions.ts'
import { HOMES, makeStory, SIDES, type Side, type Story, tell } from './two-catalogs.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-withheld-'))
after(() => rmSync(folder, { recursive: true }))

const cards = cardMaker(WORDS)

let story: Story
const answers = new Map<Side, Answers>()
before(async () => {
  story = await makeStory(400)
  const opened = SIDES.map((side) => {
    const dataDir = join(folder, side)
    tell(story, side, (momentMs) =>
      openWriter({
        dataDir,
        kind: 'imported',
        replace: false,
        cards,
        clock: fixedClock(momentMs),
        newCatalogId: () => '0123456789abcdef',
      }),
    )
    return { side, dataDir, catalog: openCatalog(dataDir, silentLog, cards) }
  })
  const [first] = opened
  assert.ok(first)
  const asked = await questionsAbout(story, first.catalog)
  for (const { side, dataDir, catalog } of opened) {
    const records = openRecords(dataDir)
    answers.set(side, await answersOf(catalog, records, asked, story))
    records.close()
    catalog.close()
  }
})

test('catalogs that differ in what is withheld alone answer everything with the same bytes', (context) => {
  const [one, other] = SIDES.map((side) => answers.get(side))
  assert.ok(one && other)
  const all = [...new Set([...one.keys(), ...other.keys()])]
  const differing = all.filter((asked) => one.get(asked) !== other.get(asked))
  const good = [...one.values()].filter((answer) => answer.startsWith('200 '))
  context.diagnostic(`${all.length} answers, ${good.length} of them 200`)
  assert.deepEqual(differing, [])
  assert.ok(good.length > 1000)
})

test('no answer holds what is withheld', () => {
  for (const side of SIDES) {
    const withheld = Object.values(HOMES).filter((zpid) => zpid !== HOMES.disclosed)
    const secrets = withheld.flatMap((zpid) => {
      const { street, point, parcelNumber, censusTract, legal, sourceKey } = story.hiddenOf(side, zpid)
      return [street, parcelNumber, censusTract, legal, sourceKey, String(point.latitude), String(point.longitude)]
    })
    const revealing = [...(answers.get(side) ?? [])].filter(([asked, answer]) =>
      secrets.some(
        (secret) => answer.includes(secret) && !decodeURIComponent(asked.replaceAll('+', ' ')).includes(secret),
      ),
    )
    assert.deepEqual(
      revealing.map(([asked]) => asked),
      [],
    )
  }
})

test('withheld homes are found by id and ZIP, and counted in their ZIP, but in no neighborhood', () => {
  const one = answers.get('one')
  assert.match(one?.get(`GET /byzpid?zpid=${HOMES.alone}`) ?? '', /^200 .*\(Undisclosed Address\)/)
  assert.match(
    one?.get('GET /search/byaddress?location=59001&listingStatus=For_Sale&explain=true') ?? '',
    new RegExp(`^200 .*${HOMES.alone}`),
  )
  assert.match(one?.get(`GET /byzpid?zpid=${HOMES.disclosed}`) ?? '', /^200 .*Secret/)
  const regions: readonly Region[] = JSON.parse(one?.get('regions') ?? '[]')
  const [alone] = regions.filter(({ key }) => key === 'zipcode/59001')
  const { latitude, longitude } = loadGazetteer().zip('59001')?.point ?? assert.fail('the gazetteer lacks the ZIP')
  assert.deepEqual([alone?.homes, alone?.point, alone?.west], [1, { latitude, longitude }, longitude])
  const small = regions.filter(({ name }) => name.endsWith(' Heights') && name.startsWith('Hollow'))
  assert.deepEqual(
    small.map(({ homes }) => homes),
    [1],
    'of the home that is disclosed',
  )
})
