import type { Random } from '../../../kit/algorithms/random.ts'
import type { View } from '../../../model/home.ts'
import type { DrawnScene, DrawnView, PicturedHome } from '../drawn-views.ts'
import type { Scene } from '../pictured-experience.ts'
import { bodyOf, front, landscape, type Roof, road } from './fronts.ts'
import { DUSK, type Paint, repainted } from './paint.ts'
import { floorPlan, fromAbove } from './plans.ts'
import type { ShapeName } from './shapes.ts'
import { HIGH, put, rect, WIDE } from './svg.ts'

/** The inputs of any picture. */
interface Look {
  readonly random: Random
  readonly paint: Paint
}

/** The inputs of one picture of a home. */
export interface Setting extends Look {
  /** Whether this home's rooms are mirrored. */
  readonly turned: boolean
  readonly home: PicturedHome
  /** For a unit: the floors of its building. */
  readonly stories: number
  readonly view: DrawnView
}

type Draw = (look: Look) => string

/** Scenes of a whole building, identical in the pictures of all its units. */
export const SHARED_SCENES: ReadonlySet<DrawnScene> = new Set(['front', 'evening', 'lobby'])

const BEDROOMS = [
  room('window 720 320; picture 340 290; carpet 480 628; bed 440 560; nightstand 190 555; plant 806 560'),
  room('window 250 320; shelf 776 545; carpet 520 628; bed 480 560; lamp 180 555'),
  room('picture 460 300; window 750 320; bed 360 560; desk 730 555 .9; lamp 136 555'),
]
const BATHROOMS = [
  room('window 680 290; washstand 250 545; carpet 470 628 .7; tub 670 560'),
  room('washstand 660 545; toilet 420 550; window 250 290; plant 200 550 .8'),
]

/** Each is a list of shapes with the place of their foot, and their scale where it is not 1. */
const HOME_SCENES: Readonly<Record<DrawnScene, (setting: Setting) => string>> = {
  front: ({ random, paint, home, stories }) => front(random, paint, home, stories),
  evening: ({ random, paint, home, stories }) => front(random, { ...paint, ...DUSK }, home, stories),
  livingRoom: inside(
    room('window 250 320; picture 560 270; carpet 480 630 1.2; sofa 490 570 1.2; lamp 800 555; plant 150 560'),
  ),
  kitchen: inside(room('kitchen 400 550; fridge 780 550')),
  diningRoom: inside(
    room(
      'window 200 320; picture 740 290; pendant 480 100; carpet 480 630; chair 240 590; chair 720 590 -1; table 480 590; bowl 480 484',
    ),
  ),
  bedroom: (setting) => inside(BEDROOMS[setting.view.nth % BEDROOMS.length] as Draw)(setting), // within the list
  bathroom: (setting) => inside(BATHROOMS[setting.view.nth % BATHROOMS.length] as Draw)(setting), // within the list
  halfBath: inside(room('picture 220 300; toilet 340 550; washstand 620 550; plant 800 555')),
  fireplace: inside(
    room('picture 480 250; fireplace 480 545 1.1; carpet 480 628; armchair 200 575 1.2; plant 780 555'),
  ),
  mediaRoom: inside(room('screen 480 545 1.3; carpet 480 630 1.2; armchair 176 600 1.1; shelf 776 545')),
  basement: inside(room('shelf 184 550; boiler 470 555 1.2; boxes 720 575 1.2')),
  laundry: inside(room('window 560 300; washer 220 555; washer 370 555; basket 530 575; washstand 760 550 .9')),
  office: inside(room('window 740 310; shelf 184 550; carpet 470 628; desk 470 560 1.2; plant 800 555')),
  entry: inside(room('door 280 550 1.15; coats 620 520 1.1; bench 620 555; plant 810 560')),
  closet: inside(room('clothes 480 555 1.35')),
  garage: inside(room('tools 200 440; shelf 776 545; car 480 605 1.6')),
  lobby: inside(
    room('door 780 545 1.1; mailboxes 200 470; pendant 400 100; pendant 560 100; reception 480 575; plant 150 560 1.2'),
  ),
  garden: outdoors(
    'tree 130 540 1.1; fence 330 520; fence 630 520; parasol 620 570 1.2; table 620 590 .6; chair 490 595 .8; bush 860 570; lounger 310 610',
  ),
  pool: outdoors(
    'tree 860 520; fence 160 505; fence 460 505; parasol 250 535; lounger 330 540; lounger 620 540; basin 480 630',
  ),
  dock: outdoors('water 480 640; pine 90 480; boat 690 580 1.1; jetty 320 640'),
  vista: (setting) => VISTAS[setting.view.view ?? 'Park'](setting) + put('railing', 480, HIGH, setting.paint),
  street: (look) => landscape(look.random, look.paint) + row(look, STREET) + road(),
  land: outdoors('pine 120 510; tree 330 500 .7; pine 620 490 .8; tree 840 530 1.1; bush 460 570; bush 250 610'),
  floorPlan: ({ random, home }) => floorPlan(random, home),
  fromAbove: ({ random, paint, home }) => fromAbove(random, paint, home),
}

const VISTAS: Readonly<Record<View, Draw>> = {
  City: (look) => landscape(look.random, look.paint) + row(look, TOWN),
  Mountain: outdoors(
    'mountain 150 500; mountain 780 500 1.1; mountain 460 500 1.3; pine 120 530; pine 300 520 .8; pine 860 540',
  ),
  Park: outdoors('tree 140 520; tree 380 500 .7; tree 860 520 1.1; bush 560 510; person 640 560; dog 540 565 .6'),
  Water: outdoors('water 480 640; boat 620 520 .8; boat 260 500 .5'),
}

const OUTINGS: Readonly<Record<Scene, Draw>> = {
  mountains: (look) => VISTAS.Mountain(look) + placed('person 520 600; person 590 606 .9; bush 220 610')(look),
  shore: (look) =>
    VISTAS.Water(look) + placed('sand 480 640; parasol 200 590 1.2; lounger 330 610; person 760 620')(look),
  roofs: (look) => VISTAS.City(look) + road() + placed('person 300 600; person 370 606; person 660 602')(look),
  garden: outdoors(
    'tree 120 510; tree 850 510 1.1; sitting 240 590; sitting 420 610; sitting 600 590; sitting 760 612',
  ),
  animals: outdoors(
    'tree 820 510; fence 160 510; fence 460 510; person 200 590; dog 360 600; dog 560 610 .8; dog 720 596',
  ),
  table: room(
    'window 200 300; picture 740 270; pendant 400 100; pendant 560 100; sitting 330 540 1.2; sitting 480 540 1.2; sitting 640 540 1.2; table 480 600 1.3; bowl 400 464 .8; bowl 560 464 .8',
  ),
  studio: room('window 250 300; pots 200 560; easel 560 580; person 750 590 1.3; stool 400 580'),
  stage: (look) => hall(look) + placed('person 480 560 1.6; curtain 0 570; curtain 960 570 -1')(look),
}

/** A picture of an experience. */
export function drawOuting(look: Look, scene: Scene): string {
  return OUTINGS[scene](look)
}

/** A picture of a home. */
export function drawView(setting: Setting): string {
  return HOME_SCENES[setting.view.scene](setting)
}

/** A room with its own walls and fabrics, mirrored like all rooms of the home. */
function inside(draw: Draw): (setting: Setting) => string {
  return ({ random, paint, turned }) => {
    const drawn = draw({ random, paint: repainted(random, paint, 'room', 'fabric', 'accent') })
    return turned ? `<g transform="matrix(-1 0 0 1 ${WIDE} 0)">${drawn}</g>` : drawn
  }
}

/** Shapes by name, each with the place of its foot, and its scale where it is not 1. People differ in their looks. */
function placed(list: string): Draw {
  const shapes = list.split('; ').map((entry) => entry.split(' '))
  return ({ random, paint }) =>
    shapes
      .map(([name, x, y, scale = 1]) => {
        const isPerson = name === 'person' || name === 'sitting'
        const own = isPerson ? repainted(random, paint, 'skin', 'fabric', 'accent') : paint
        return put(name as ShapeName, Number(x), Number(y), own, Number(scale)) // the tests draw all lists
      })
      .join('')
}

function room(list: string): Draw {
  const furniture = placed(list)
  return (look) => {
    const { room: wall, floor, trim } = look.paint
    return [
      rect(0, 0, WIDE, 480, wall),
      rect(0, 480, WIDE, HIGH - 480, floor),
      rect(0, 470, WIDE, 14, trim),
      // Furniture is shown a fifth larger than listed, so that it fills the room.
      `<g transform="matrix(1.2 0 0 1.2 -96 -118)">${furniture(look)}</g>`,
    ].join('')
  }
}

function outdoors(list: string): Draw {
  const shapes = placed(list)
  return (look) => landscape(look.random, look.paint) + shapes(look)
}

function hall({ paint }: Look): string {
  return [
    rect(0, 0, WIDE, HIGH, '#241f2b'),
    `<path d="M480 0L330 560h300z" fill="#ffe9a8" opacity=".25"/>`,
    rect(0, 555, WIDE, HIGH - 555, paint.wood),
  ].join('')
}

/** The measures of a row of buildings. */
interface Row {
  readonly count: number
  readonly stories: readonly [least: number, most: number]
  readonly storyHigh: number
  readonly roofs: readonly Roof[]
}
const TOWN: Row = { count: 6, stories: [3, 7], storyHigh: 52, roofs: ['flat', 'low', 'gabled'] }
const STREET: Row = { count: 3, stories: [1, 2], storyHigh: 100, roofs: ['low', 'gabled', 'steep'] }

function row({ random, paint }: Look, { count, stories, storyHigh, roofs }: Row): string {
  const wide = WIDE / count
  const bodies = Array.from({ length: count }, (_, at) => ({
    middle: wide * (at + 0.5),
    wide: wide * 0.8,
    stories: random.whole(...stories),
    storyHigh,
    roof: random.pick(roofs),
    columns: Math.round(wide / 80) + 1,
    doors: [0.5],
  }))
  return bodies.map((body) => bodyOf(body, repainted(random, paint, 'wall', 'roof', 'door'))).join('')
}
