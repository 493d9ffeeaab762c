import type { Experience } from '../../model/experience.ts'
import type { DrawnView } from './drawn-views.ts'

const CAPTIONS = {
  mountains: 'In the hills',
  shore: 'At the water',
  roofs: 'In the city',
  gardenClass: 'In the garden',
  animals: 'With the animals',
  table: 'At the table',
  studio: 'In the studio',
  stage: 'On stage',
} as const
type Place = keyof typeof CAPTIONS

/** Words in titles of outdoor experiences that say where these take place. They take precedence over the type. */
const PLACES: readonly (readonly [words: RegExp, scene: Place])[] = [
  [/\bdogs?\b/i, 'animals'],
  [/\b(yoga|stretch|garden|herbs|parks)\b/i, 'gardenClass'],
  [/\b(hills|climb|stars)\b/i, 'mountains'],
  [/\b(paddle|shore|surfboard|boat|row|embankments|water)\b/i, 'shore'],
  [/\b(photograph|roofs?|rooftops|murals)\b/i, 'roofs'],
]
const USUAL: Readonly<Record<string, Place>> = {
  'Art and culture': 'studio',
  'Food and drink': 'table',
  'Nature and outdoors': 'mountains',
  Wellness: 'gardenClass',
  Entertainment: 'stage',
  Animals: 'gardenClass',
}
/** Types of experiences that take place indoors, even if their title names an outdoor place. */
const INDOORS: ReadonlySet<string> = new Set(['Food and drink', 'Entertainment'])

/** Returns the place and time of day of an experience, from its title and type. */
export function sceneryOf({ title, experienceType }: Pick<Experience, 'title' | 'experienceType'>): DrawnView {
  const named = INDOORS.has(experienceType) ? undefined : PLACES.find(([words]) => words.test(title))?.[1]
  const scene = named ?? USUAL[experienceType] ?? 'roofs'
  const isLow = /\b(dawn|sunrise|dusk|evening|last light)\b/i.test(title)
  const light = /\b(dark|night|stars)\b/i.test(title) ? 'night' : isLow ? 'low' : 'day'
  return { scene, light, caption: CAPTIONS[scene] }
}
