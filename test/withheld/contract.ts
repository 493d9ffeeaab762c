import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { StoredRecords } from '../../src/catalog/ports/stored-records.ts'
import type { Region } from '../../src/model/region.ts'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import type { needs } from '../needs.ts'
import { type Answers, answersOf } from './answers.ts'
import { questionsAbout } from './questions.ts'
import { HOMES, makeStory, SIDES, type Side, type Story, tell } from './two-catalogs.ts'

/** A backend with two catalogs. They have the same id and secret, like one and the same catalog. */
export interface SidesBackend {
  /** Starts a commit to one of the two catalogs. */
  write(side: Side, momentMs: number): CatalogWriter
  open(side: Side): Promise<{ readonly catalog: Catalog; readonly records: StoredRecords }>
}

const SAMPLE_HOMES = 400

/**
 * Tests that answers do not reveal the location of a home whose address is withheld. Two catalogs in which only such
 * locations differ must give the same answers.
 */
export function withheldContract(
  backend: string,
  begin: () => Promise<SidesBackend>,
  needed: ReturnType<typeof needs> = { skip: false },
): void {
  suite(`withheld homes in ${backend}`, needed, () => {
    let story: Story
    const answers = new Map<Side, Answers>()
    before(async () => {
      story = await makeStory(SAMPLE_HOMES)
      const sides = await begin()
      for (const side of SIDES) tell(story, side, (momentMs) => sides.write(side, momentMs))
      const [one, other] = [await sides.open('one'), await sides.open('other')]
      const asked = await questionsAbout(story, one.catalog)
      for (const [side, { catalog, records }] of [
        ['one', one],
        ['other', other],
      ] as const) {
        answers.set(side, await answersOf(catalog, records, asked, story))
        records.close()
        await catalog.close()
      }
    })

    test('catalogs that differ only in withheld facts answer everything with the same bytes', (context) => {
      const [one, other] = SIDES.map((side) => answers.get(side))
      assert.ok(one && other)
      const all = [...new Set([...one.keys(), ...other.keys()])]
      const differing = all.filter((asked) => one.get(asked) !== other.get(asked))
      const good = [...one.values()].filter((answer) => answer.startsWith('200 '))
      context.diagnostic(`${all.length} answers, ${good.length} of them 200`)
      assert.deepEqual(differing, [])
      assert.ok(good.length > 1000)
    })

    test('no answer contains withheld facts', () => {
      for (const side of SIDES) {
        const withheld = Object.values(HOMES).filter((zpid) => zpid !== HOMES.disclosed)
        const secrets = withheld.flatMap((zpid) => {
          const hidden = story.hiddenOf(side, zpid)
          const { street, point, parcelNumber, owner, censusTract, legal, document, sourceKey } = hidden
          return [
            street,
            parcelNumber,
            owner,
            censusTract,
            legal,
            document,
            sourceKey,
            String(point.latitude),
            String(point.longitude),
          ]
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

    test('homes with a withheld address are found by id and by ZIP code, and are counted in their ZIP code but not in a neighborhood', () => {
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
  })
}
