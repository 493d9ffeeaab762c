import { hashOf, Random } from '../../kit/algorithms/random.ts'
import { map, none, portrait } from './drawing/emblems.ts'
import { drawPaint, type PicturedHome } from './drawing/paint.ts'
import { drawScene, SHARED_SCENES } from './drawing/scenes.ts'
import { drawing } from './drawing/svg.ts'
import { type DrawnView, homeViews } from './drawn-views.ts'
import { sceneryOf } from './pictured-experience.ts'

export interface Picture {
  readonly contentType: string
  readonly body: string
}

/** What pictures show: a home, a building or an experience. An offer is drawn like a home. */
export interface Subject {
  readonly home?: PicturedHome
  /** The content of each picture, in order. */
  readonly views: readonly DrawnView[]
  readonly stories?: number | undefined
  /** For a unit: the id of its building. All units of a building show the same building. */
  readonly lotId?: string | undefined
}

/** The home to draw for an unknown id, because every picture URL shows something. */
const SOME_HOME: PicturedHome = {
  homeType: 'SINGLE_FAMILY',
  facts: { bedroomsTotal: 3, bathroomsFull: 2, garageSpaces: 1, attachedGarage: true, inUnitLaundry: true },
}
const SOME_STORIES = 4

const SERIES = /^\/media\/(home|building|offer|experience)\/([A-Za-z0-9_-]{1,64})\/([1-9]\d{0,2})-(\d{2,4})\.svg$/
const SINGLE = /^\/media\/(agent|map)\/([A-Za-z0-9_-]{1,64})\.svg$/

/** One picture of a series, parsed from its path. */
export interface SeriesPath {
  readonly noun: 'home' | 'building' | 'offer' | 'experience'
  readonly id: string
  readonly number: number
  readonly width: number
}

/** Parses the path of a picture in a series; undefined for any other path. */
export function seriesPath(path: string): SeriesPath | undefined {
  const [, noun, id = '', number, width] = SERIES.exec(path) ?? []
  // `SERIES` matches only these words
  const named = { noun: noun as SeriesPath['noun'], id, number: Number(number), width: Number(width) }
  return named.width >= 16 && named.width <= 4096 ? named : undefined
}

/**
 * Draws the picture at a media path; undefined if there is no such path. The same path and subject always give the same
 * bytes. Paths:
 *
 * - `/media/home/{zpid}/{n}-{width}.svg`, and the same under `building/{lotId}`, `offer/{offerId}` and
 *   `experience/{experienceId}`: picture n, from 1 to 999, `width` pixels wide, 16 to 4096
 * - `/media/agent/{agentId}.svg`, a portrait; `/media/map/{zpid}.svg`, a street map
 * - `/media/none.svg`, for what has no picture
 */
export function drawPicture(path: string, subject?: Subject): Picture | undefined {
  if (path === '/media/none.svg') return picture(drawing(960, 'No picture', none()))
  const series = seriesPath(path)
  if (series) return drawSeries(series, subject ?? someSubject(series))
  const [, kind = '', name = ''] = SINGLE.exec(path) ?? []
  const random = new Random(0, kind, hashOf(name))
  if (kind === 'agent') return picture(drawing(480, 'Portrait', portrait(random, drawPaint(random)), 480, 480))
  if (kind === 'map') return picture(drawing(640, 'Street map', map(random), 640, 480))
  return undefined
}

function someSubject({ noun }: SeriesPath): Subject {
  const isExperience = noun === 'experience'
  return { views: isExperience ? [sceneryOf({ title: '', experienceType: '' })] : homeViews(SOME_HOME) }
}

/**
 * Draws one picture of a series. All fronts show the same building: by day, at dusk, and for all its units. Each room
 * has its own random numbers.
 */
function drawSeries({ noun, id, number, width }: SeriesPath, subject: Subject): Picture {
  const { views, home = SOME_HOME, stories = SOME_STORIES, lotId } = subject
  // every series has at least one view
  const { scene, caption, light } = views[(number - 1) % views.length] as DrawnView
  const isShared = SHARED_SCENES.has(scene)
  const [kind, name] = isShared && lotId !== undefined ? ['building', lotId] : [noun, id]
  const own = new Random(0, kind, hashOf(name))
  const [paint, turned] = [drawPaint(own, light), own.chance(0.5)]
  const random = isShared ? own : new Random(number, noun, hashOf(id))
  return picture(drawing(width, caption, drawScene(scene, { random, paint, light, turned, home, stories })))
}

function picture(body: string): Picture {
  return { contentType: 'image/svg+xml', body }
}
