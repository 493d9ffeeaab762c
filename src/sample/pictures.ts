import { house, tower } from './pictures/facade.ts'
import { garden } from './pictures/outdoors.ts'
import { type Colors, drawColors, drawSky, type Sky } from './pictures/palette.ts'
import { portrait } from './pictures/portrait.ts'
import { bathroom, bedroom, kitchen, livingRoom } from './pictures/rooms.ts'
import { drawing } from './pictures/svg.ts'
import { journey, map, none } from './pictures/views.ts'
import { hashOf, Random } from './random.ts'

export interface Picture {
  readonly contentType: string
  readonly body: string
}

/** Draws the content of picture `n` of something whose look is seeded by its id. */
type Scene = (random: Random, colors: Colors, sky: Sky) => string

const ROOMS: readonly (readonly [title: string, scene: Scene])[] = [
  ['Living room', livingRoom],
  ['Kitchen', kitchen],
  ['Bedroom', bedroom],
  ['Bathroom', bathroom],
  ['Garden', garden],
]

/** By the second part of the path: what its first picture shows. */
const FIRST: Readonly<Record<string, readonly [title: string, scene: Scene]>> = {
  home: ['House from the street', house],
  building: ['Building from the street', tower],
  offer: ['Building from the street', tower],
  experience: ['Experience', journey],
}

const SERIES = /^\/media\/(home|building|offer|experience)\/([A-Za-z0-9_-]{1,64})\/(\d{1,3})-(\d{2,4})\.svg$/
const SINGLE = /^\/media\/(agent|map)\/([A-Za-z0-9_-]{1,64})\.svg$/

/**
 * Draws the picture at a media path; undefined where no picture has that path. The same path always gives the same
 * bytes. Paths:
 *
 * - `/media/home/{zpid}/{n}-{width}.svg`, and the same under `building/{lotId}`, `offer/{offerId}` and
 *   `experience/{experienceId}`: picture n, from 1 to 999, `width` pixels wide, 16 to 4096
 * - `/media/agent/{agentId}.svg`, a portrait; `/media/map/{zpid}.svg`, a street map
 * - `/media/none.svg`, for what has no picture
 */
export function drawPicture(path: string): Picture | undefined {
  if (path === '/media/none.svg') return picture(drawing(960, 'No picture', none()))
  const [, noun = '', id = '', number = '', width = ''] = SERIES.exec(path) ?? []
  if (id !== '') return drawSeries(noun, id, Number(number), Number(width))
  const [, kind, name = ''] = SINGLE.exec(path) ?? []
  if (kind === 'agent') return picture(drawing(480, 'Portrait', portrait(new Random(0, kind, hashOf(name))), 480, 480))
  if (kind === 'map') return picture(drawing(640, 'Street map', map(new Random(0, kind, hashOf(name))), 640, 480))
  return undefined
}

function drawSeries(noun: string, id: string, number: number, width: number): Picture | undefined {
  if (number < 1 || width < 16 || width > 4096) return undefined
  const own = new Random(0, noun, hashOf(id))
  const colors = drawColors(own)
  const sky = drawSky(own)
  const [title, scene] = sceneOf(noun, number)
  // The street side looks the same each time it is shown; rooms differ.
  const random = number === 1 ? own : new Random(number, noun, hashOf(id))
  return picture(drawing(width, title, scene(random, colors, sky)))
}

function sceneOf(noun: string, number: number): readonly [title: string, scene: Scene] {
  const first = FIRST[noun] ?? ['House from the street', house]
  if (number === 1 || noun === 'experience') return first
  return ROOMS[(number - 2) % ROOMS.length] ?? first
}

function picture(body: string): Picture {
  return { contentType: 'image/svg+xml', body }
}
