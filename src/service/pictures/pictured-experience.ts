import type { Experience } from '../../model/experience.ts'

export type Scene = 'mountains' | 'shore' | 'roofs' | 'garden' | 'animals' | 'table' | 'studio' | 'stage'
export type Light = 'day' | 'low' | 'night'

/** The place and the light that the pictures of an experience show. */
export interface Scenery {
  readonly scene: Scene
  readonly light: Light
  readonly caption: string
}

const CAPTIONS: Readonly<Record<Scene, string>> = {
  mountains: 'In the hills',
  shore: 'At the water',
  roofs: 'In the city',
  garden: 'In the garden',
  animals: 'With the animals',
  table: 'At the table',
  studio: 'In the studio',
  stage: 'On stage',
}

/** Words of titles that tell where an experience under the open sky takes place, before its type does. */
const PLACES: readonly (readonly [words: RegExp, scene: Scene])[] = [
  [/\bdogs?\b/i, 'animals'],
  [/\b(yoga|stretch|garden|herbs|parks)\b/i, 'garden'],
  [/\b(hills|climb|stars)\b/i, 'mountains'],
  [/\b(paddle|shore|surfboard|boat|row|embankments|water)\b/i, 'shore'],
  [/\b(photograph|roofs?|rooftops|murals)\b/i, 'roofs'],
]
const USUAL: Readonly<Record<string, Scene>> = {
  'Art and culture': 'studio',
  'Food and drink': 'table',
  'Nature and outdoors': 'mountains',
  Wellness: 'garden',
  Entertainment: 'stage',
  Animals: 'garden',
}
/** Nothing takes these out of doors. */
const INDOORS: ReadonlySet<string> = new Set(['Food and drink', 'Entertainment'])

/** Where and in which light an experience takes place, by its title and its type. */
export function sceneryOf({ title, experienceType }: Pick<Experience, 'title' | 'experienceType'>): Scenery {
  const named = INDOORS.has(experienceType) ? undefined : PLACES.find(([words]) => words.test(title))?.[1]
  const scene = named ?? USUAL[experienceType] ?? 'roofs'
  return { scene, light: lightOf(title), caption: CAPTIONS[scene] }
}

function lightOf(title: string): Light {
  if (/\b(dark|night|stars)\b/i.test(title)) return 'night'
  return /\b(dawn|sunrise|dusk|evening|last light)\b/i.test(title) ? 'low' : 'day'
}
