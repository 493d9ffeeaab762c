import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Calendar } from '../../../sample/calendar.ts'
import { makeExperience } from '../../../sample/experiences.ts'
import { pictureAt } from './catalog-pictures.ts'
import { drawPicture } from './draw-picture.ts'
import { sceneryOf } from './pictured-experience.ts'

const calendar = new Calendar(Date.UTC(2026, 5, 15))
const experiences = Array.from({ length: 1500 }, (_, index) => makeExperience(5, index, calendar))

/** Words of titles, and the scene and time of day that the picture must show. */
const SEEN: readonly (readonly [words: RegExp, scene: RegExp, light: RegExp])[] = [
  [/supper|breakfast|bread|coffee|dumplings/i, /table/, /day/],
  [/bake before sunrise/i, /table/, /low/],
  [/jazz|stages/i, /stage/, /./],
  [/puppets|magic|cinema/i, /stage/, /day/],
  [/potter|poster/i, /studio/, /day/],
  [/dogs/i, /animals/, /day/],
  [/yoga/i, /garden/, /low/],
  [/paddle at dawn/i, /shore/, /low/],
  [/surfboard|shore|by boat/i, /shore/, /day/],
  [/hills|climb/i, /mountains/, /day/],
  [/after dark/i, /roofs/, /night/],
  [/stars/i, /mountains/, /night/],
  [/bees|corners|courtyards/i, /roofs/, /day/],
]

test('the pictures of an experience show what its title says, in the light of its hour', () => {
  for (const [words, scene, light] of SEEN) {
    const meant = experiences.filter(({ title }) => words.test(title))
    assert.ok(meant.length > 0, `no title says ${words}`)
    for (const experience of meant) {
      const seen = sceneryOf(experience)
      assert.match(seen.scene, scene, experience.title)
      assert.match(seen.light, light, experience.title)
      const { body = '' } = drawPicture('/media/experience/x/1-384.svg', { views: [seen] }) ?? {}
      assert.doesNotMatch(body, /^$|<g[^>]*><\/g>/, experience.title)
    }
  }
})

test('no experience that begins at night is pictured by day', () => {
  for (const experience of experiences) {
    const isLate = experience.slots.some(({ startTime }) => startTime >= '20')
    if (isLate && !/table|stage|garden/.test(sceneryOf(experience).scene))
      assert.notEqual(sceneryOf(experience).light, 'day', experience.title)
  }
})

test('an experience of the catalog is drawn as its title says, and an unknown experience as a city', async () => {
  const [experience] = experiences
  assert.ok(experience)
  const lookup = {
    get: async (_noun: string, id: unknown) => (id === experience.experienceId ? experience : undefined),
  }
  const titleOf = async (id: string) =>
    /<title>(.*?)<\/title>/.exec(
      (await pictureAt(`/media/experience/${id}/1-384.svg`, lookup as never))?.body ?? '',
    )?.[1] // only experiences are looked up here
  assert.equal(await titleOf(experience.experienceId), sceneryOf(experience).caption)
  assert.equal(await titleOf('unknown'), 'In the city')
})
