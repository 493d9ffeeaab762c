import type { Random } from '../../base/random.ts'
import { GROUND, HORIZON, landscape, tree } from './outdoors.ts'
import type { Colors, Sky } from './palette.ts'
import { mold, placed, rect, stroke, veil } from './svg.ts'

const NEIGHBOR = '#ccd5da'

/** A building of many homes: rows of windows, balconies, an entrance, and other buildings behind it. */
export function building(random: Random, colors: Colors, sky: Sky, stories: number): string {
  const rows = Math.min(14, Math.max(2, stories))
  const high = Math.min(64, 390 / rows)
  const columns = rows > 7 ? 5 : rows > 3 ? 6 : 8
  const wide = columns * 74 + 44
  const left = 480 - wide / 2
  const top = GROUND - rows * high - 34
  let openings = ''
  for (let row = 0; row < rows; row++) {
    const y = top + 12 + row * high
    for (let column = 0; column < columns; column++) {
      const x = left + 34 + column * 74
      const byEntrance = row === rows - 1 && Math.abs(x + 26 - 480) < 90
      if (!byEntrance)
        openings += placed(column % 3 === 1 ? 'balcony' : 'window', x, y, random.chance(0.85) ? sky.glass : '#f6e3b4')
    }
  }
  const behind = [70, 730, 850].map((x) => rect(x, HORIZON - random.whole(60, 170), 110, 300, NEIGHBOR))
  return [
    flatMolds(high, colors),
    landscape(random, sky),
    ...behind,
    rect(0, GROUND, 960, 40, '#c4c0b6'),
    rect(0, GROUND + 40, 960, 100, '#8d8e90'),
    stroke('#efe9d6', 5, 'M30 592h80m70 0h80m70 0h80m70 0h80m70 0h80m70 0h80m70 0h80'),
    rect(left, top, wide, GROUND - top, colors.wall),
    veil(0.1, rect(left, top, wide, 10, '#000')),
    rect(left - 8, top - 12, wide + 16, 14, colors.roof, 2),
    openings,
    entrance(colors, sky),
    tree(random, left - 54, GROUND + 12, sky),
    tree(random, left + wide + 54, GROUND + 12, sky),
  ].join('')
}

/** A flat's windows, with and without a balcony. The fill they are placed with makes them lit or dark. */
function flatMolds(high: number, colors: Colors): string {
  const pane = high * 0.62
  const glass = `<rect width="50" height="${pane.toFixed(0)}"/>${rect(24, 0, 3, pane, colors.trim)}`
  return mold('window', glass) + mold('balcony', glass + rect(-8, pane * 0.62, 66, pane * 0.46, colors.roof, 2))
}

function entrance(colors: Colors, sky: Sky): string {
  return [
    rect(432, GROUND - 52, 96, 52, colors.door, 2),
    rect(440, GROUND - 46, 36, 46, sky.glass) + rect(484, GROUND - 46, 36, 46, sky.glass),
    rect(416, GROUND - 62, 128, 11, colors.roof, 3),
    rect(424, GROUND, 112, 10, '#d8d3c8'),
  ].join('')
}
