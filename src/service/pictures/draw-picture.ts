import { hashOf, Random } from '../../kit/algorithms/random.ts'
import { map, none, portrait } from './drawing/emblems.ts'
import { DUSK, drawPaint, NIGHT } from './drawing/paint.ts'
import { drawOuting, drawView, SHARED_SCENES } from './drawing/scenes.ts'
import { drawing } from './drawing/svg.ts'
import { buildingViews, type DrawnView, homeViews, type PicturedHome } from './drawn-views.ts'
import { type Scenery, sceneryOf } from './pictured-experience.ts'

export interface Picture {
  readonly contentType: string
  readonly body: string
}

/** A home, or what is drawn like one. */
export interface HomeSubject {
  readonly home: PicturedHome
  /** The content of each picture, in order; never empty. */
  readonly views: readonly DrawnView[]
  /** For a unit: the floors of its building, and the id that determines the building's look. */
  readonly stories?: number
  readonly lotId?: string
}

/** The subject of a series of pictures: a home, a building or an offer, or what an experience is about. */
export type Subject = HomeSubject | Scenery

/** Fallback for anything unknown to the catalogue, so that every picture URL shows something. */
const SOME_HOUSE: PicturedHome = {
  homeType: 'SINGLE_FAMILY',
  facts: {
    bedroomsTotal: 3,
    bathrooms: 2,
    bathroomsFull: 2,
    garageSpaces: 1,
    attachedGarage: true,
    inUnitLaundry: true,
  },
}
const SOME_UNIT: PicturedHome = { homeType: 'APARTMENT', facts: { bedroomsTotal: 2, bathrooms: 1, bathroomsFull: 1 } }
const SOME_STORIES = 4
const SOME_SCENERY = sceneryOf({ title: '', experienceType: '' })

const SERIES = /^\/media\/(home|building|offer|experience)\/([A-Za-z0-9_-]{1,64})\/(\d{1,3})-(\d{2,4})\.svg$/
const SINGLE = /^\/media\/(agent|map)\/([A-Za-z0-9_-]{1,64})\.svg$/

/** One picture of a series, parsed from its path. */
export interface SeriesPath {
  readonly noun: 'home' | 'building' | 'offer' | 'experience'
  readonly id: string
  readonly number: number
  readonly width: number
}

/** Undefined when the path is not that of a picture in a series. */
export function seriesPath(path: string): SeriesPath | undefined {
  const [, noun, id = '', number, width] = SERIES.exec(path) ?? []
  const named = { noun: noun as SeriesPath['noun'], id, number: Number(number), width: Number(width) } // SERIES matches only these nouns
  return named.number >= 1 && named.width >= 16 && named.width <= 4096 ? named : undefined
}

/**
 * Draws the picture at a media path; undefined when there is no such path. The same path and subject always give the
 * same bytes. Paths:
 *
 * - `/media/home/{zpid}/{n}-{width}.svg`, and the same under `building/{lotId}`, `offer/{offerId}` and
 *   `experience/{experienceId}`: picture n, from 1 to 999, `width` pixels wide, 16 to 4096
 * - `/media/agent/{agentId}.svg`, a portrait; `/media/map/{zpid}.svg`, a street map
 * - `/media/none.svg`, for what has no picture
 */
export function drawPicture(path: string, subject?: Subject): Picture | undefined {
  if (path === '/media/none.svg') return picture(drawing(960, 'No picture', none()))
  const series = seriesPath(path)
  if (series) return drawSeries(series, subject)
  const [, kind = '', name = ''] = SINGLE.exec(path) ?? []
  const random = new Random(0, kind, hashOf(name))
  if (kind === 'agent') return picture(drawing(480, 'Portrait', portrait(random, drawPaint(random)), 480, 480))
  if (kind === 'map') return picture(drawing(640, 'Street map', map(random), 640, 480))
  return undefined
}

/** The views of an unknown subject. */
function subjectOf({ noun }: SeriesPath): HomeSubject {
  if (noun === 'home') return { home: SOME_HOUSE, views: homeViews(SOME_HOUSE) }
  return { home: SOME_UNIT, views: noun === 'building' ? buildingViews({ amenities: [] }) : homeViews(SOME_UNIT) }
}

function drawSeries(series: SeriesPath, subject: Subject | undefined): Picture | undefined {
  const { noun, id, number, width } = series
  const isScenery = subject !== undefined && 'scene' in subject
  if (noun === 'experience') return drawExperience(series, isScenery ? subject : SOME_SCENERY)
  const {
    views,
    home,
    stories = SOME_STORIES,
    lotId,
  } = subject === undefined || isScenery ? subjectOf(series) : subject
  const view = views[(number - 1) % views.length]
  if (view === undefined) return undefined
  const [kind, look] = lotId !== undefined && SHARED_SCENES.has(view.scene) ? ['building', lotId] : [noun, id]
  const own = new Random(0, kind, hashOf(look))
  const paint = drawPaint(own)
  const turned = own.chance(0.5)
  // A facade is the same by day, at dusk and for every unit behind it. Each room has its own random stream.
  const random = SHARED_SCENES.has(view.scene) ? own : streamOf(series)
  return picture(drawing(width, view.caption, drawView({ random, paint, turned, home, stories, view })))
}

function drawExperience(series: SeriesPath, { scene, light, caption }: Scenery): Picture {
  const byDay = drawPaint(new Random(0, series.noun, hashOf(series.id)))
  const paint = { ...byDay, ...(light === 'night' ? NIGHT : light === 'low' ? DUSK : {}) }
  return picture(drawing(series.width, caption, drawOuting({ random: streamOf(series), paint }, scene)))
}

function streamOf({ noun, id, number }: SeriesPath): Random {
  return new Random(number, noun, hashOf(id))
}

function picture(body: string): Picture {
  return { contentType: 'image/svg+xml', body }
}
