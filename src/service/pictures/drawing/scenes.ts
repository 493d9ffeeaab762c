import { front, landscape, road, row } from './fronts.ts'
import { type Look, repainted } from './paint.ts'
import { floorPlan, fromAbove } from './plans.ts'
import { HIGH, rect, shapes, WIDE } from './svg.ts'

const PEAKS =
  'mountain 150 500; mountain 780 500 1.1; mountain 460 500 1.3; pine 120 530; pine 300 520 .8; pine 860 540'
const SEA = 'water 480 640; boat 620 520 .8; boat 260 500 .5'
const RAILING = 'railing 480 640'

/** Indoor scenes: the furniture of each room, as a list for `shapes`. */
const ROOMS = {
  livingRoom: 'window 250 320; picture 560 270; carpet 480 630 1.2; sofa 490 570 1.2; lamp 800 555; plant 150 560',
  kitchen: 'kitchen 400 550; fridge 780 550',
  diningRoom:
    'window 200 320; picture 740 290; pendant 480 100; carpet 480 630; chair 240 590; chair 720 590 -1; table 480 590; bowl 480 484',
  bedroom: 'window 720 320; picture 340 290; carpet 440 628; bed 440 560; nightstand 190 555; plant 806 560',
  secondBedroom: 'window 250 320; shelf 776 545; carpet 520 628; bed 480 560; lamp 180 555',
  thirdBedroom: 'picture 460 300; window 750 320; bed 360 560; desk 730 555 .9; lamp 136 555',
  bathroom: 'window 680 290; washstand 250 545; carpet 470 628 .7; tub 670 560',
  secondBathroom: 'washstand 660 545; toilet 420 550; window 250 290; plant 200 550 .8',
  halfBath: 'picture 220 300; toilet 340 550; washstand 620 550; plant 800 555',
  fireplace: 'picture 480 250; fireplace 480 545 1.1; carpet 480 628; sofa 200 590 .8; plant 780 555',
  mediaRoom: 'screen 480 545 1.3; carpet 480 630 1.2; sofa 180 610 .8; shelf 776 545',
  basement: 'shelf 184 550; shelf 370 550; boxes 560 575 1.2; washer 760 555',
  laundry: 'window 560 300; washer 220 555; washer 370 555; boxes 550 575 .8; washstand 760 550 .9',
  office: 'window 740 310; shelf 184 550; carpet 470 628; desk 470 560 1.2; plant 800 555',
  entry: 'door 280 550 1.15; picture 610 300; carpet 300 628 .8; nightstand 610 555 1.2; plant 800 560',
  closet: 'clothes 480 555 1.35; boxes 310 560; boxes 640 560 -.8',
  garage: 'shelf 184 545; boxes 330 540; shelf 776 545; car 480 605 1.6',
  lobby:
    'door 780 545 1.1; pendant 360 100; pendant 560 100; picture 200 290; carpet 320 628; sofa 320 570; desk 590 570; plant 130 560',
  table:
    'window 200 300; picture 740 270; pendant 400 100; pendant 560 100; sitting 330 540 1.2; sitting 480 540 1.2; sitting 640 540 1.2; table 480 600 1.3; bowl 400 464 .8; bowl 560 464 .8',
  stage: 'backdrop 480 500; person 480 560 1.4; curtain 80 590; curtain 880 590 -1',
  studio: 'window 250 300; shelf 190 560; easel 500 580; person 680 590 1.3; boxes 800 580',
} as const

/** Outdoor scenes, as lists for `shapes`. */
const OUTDOORS = {
  garden:
    'tree 130 540 1.1; fence 330 520; fence 630 520; parasol 620 570 1.2; table 620 590 .6; chair 490 595 .8; bush 860 570; lounger 310 610',
  pool: 'tree 860 520; fence 160 505; fence 460 505; parasol 250 535; lounger 330 540; lounger 620 540; basin 480 630',
  dock: 'water 480 640; pine 90 480; boat 690 580 1.1; table 320 640 1.8',
  land: 'pine 120 510; tree 330 500 .7; pine 620 490 .8; tree 840 530 1.1; bush 460 570; bush 250 610',
  viewMountain: `${PEAKS}; ${RAILING}`,
  viewPark: `tree 140 520; tree 380 500 .7; tree 860 520 1.1; bush 560 510; person 640 560; dog 540 565 .6; ${RAILING}`,
  viewWater: `${SEA}; ${RAILING}`,
  mountains: `${PEAKS}; person 520 600; person 590 606 .9; bush 220 610`,
  shore: `${SEA}; sand 480 640; parasol 200 590 1.2; lounger 330 610; person 760 620`,
  gardenClass: 'tree 120 510; tree 850 510 1.1; sitting 240 590; sitting 420 610; sitting 600 590; sitting 760 612',
  animals: 'tree 820 510; fence 160 510; fence 460 510; person 200 590; dog 360 600; dog 560 610 .8; dog 720 596',
} as const

const CITY = [6, [3, 7], 52] as const

const OTHERS = {
  front,
  floorPlan,
  fromAbove,
  street: (look) => landscape(look) + row(look, 3, [1, 2], 100) + road(),
  viewCity: (look) => landscape(look) + row(look, ...CITY) + shapes(RAILING, look),
  roofs: (look) => landscape(look) + row(look, ...CITY) + road() + shapes('person 300 600; person 370 606', look),
} as const satisfies Readonly<Record<string, (look: Look) => string>>

export type Scene = keyof typeof ROOMS | keyof typeof OUTDOORS | keyof typeof OTHERS

/** Scenes of a whole building, identical in the pictures of all its units. */
export const SHARED_SCENES: ReadonlySet<Scene> = new Set(['front', 'lobby'])

export function drawScene(scene: Scene, look: Look): string {
  if (scene in OTHERS) return OTHERS[scene as keyof typeof OTHERS](look) // `OTHERS` has this key
  if (scene in ROOMS) return room(ROOMS[scene as keyof typeof ROOMS], look) // `ROOMS` has this key
  return landscape(look) + shapes(OUTDOORS[scene as keyof typeof OUTDOORS], look) // only keys of `OUTDOORS` are left
}

/** A room with walls and fabrics of its own. In some homes, all rooms are mirrored. */
function room(furniture: string, { turned, ...given }: Look): string {
  const look = { ...given, paint: repainted(given.random, given.paint, 'room', 'fabric', 'accent') }
  const { room: wall, floor, trim } = look.paint
  return [
    `<g transform="matrix(${turned ? -1 : 1} 0 0 1 ${turned ? WIDE : 0} 0)">`,
    rect(0, 0, WIDE, 480, wall) + rect(0, 480, WIDE, HIGH - 480, floor) + rect(0, 470, WIDE, 14, trim),
    // Furniture is drawn a fifth larger, so that it fills the room.
    `<g transform="matrix(1.2 0 0 1.2 -96 -118)">${shapes(furniture, look)}</g></g>`,
  ].join('')
}
