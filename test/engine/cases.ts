import type { Predicate } from '../../src/catalog/engine/predicate.ts'
import type { TableQuery } from '../../src/catalog/engine/searcher.ts'
import type { NewRow, TableShape } from '../../src/catalog/engine/table-builder.ts'
import { metersFromCenter } from './naive.ts'
import type { Random } from './random.ts'

const RANGE_COLUMNS = ['kind', 'beds', 'year', 'price', 'day', 'ratio', 'score', 'tower'] as const
const ORDERS = ['cheap', 'dear', 'recent', 'best'] as const
const VOCABULARY = ['pool', 'view', 'lake', 'gym', 'łódź', 'zürich', '7', 'a', 'rare1', 'rare2', 'rare3']

export const SHAPE: TableShape = {
  columns: [
    { name: 'id', kind: 'f64' },
    { name: 'kind', kind: 'codes' },
    { name: 'beds', kind: 'u8' },
    { name: 'year', kind: 'u16' },
    { name: 'price', kind: 'u32' },
    { name: 'day', kind: 'i32' },
    { name: 'ratio', kind: 'f32' },
    { name: 'score', kind: 'f64' },
    { name: 'marks', kind: 'flags' },
    { name: 'tower', kind: 'u32' },
    { name: 'quality', kind: 'f64' },
  ],
  id: 'id',
  orders: [
    { name: 'cheap', column: 'price', direction: 'ascending' },
    { name: 'dear', column: 'price', direction: 'descending' },
    { name: 'recent', column: 'day', direction: 'descending' },
    { name: 'best', column: 'quality', direction: 'descending' },
  ],
  lists: ['places'],
  words: ['text'],
  days: ['seats'],
  normalize: (text) => text,
}

const LARGEST = { marks: 0xffff_ffff, price: 0xffff_fffe, year: 0xfffe, beds: 0xfe, kind: 30 }

/** Rounds degrees to quarters, so that points of rows often lie on corners or edges of polygons. */
function onGrid(random: Random, min: number, max: number): number {
  return Math.round(random.between(min, max) * 4) / 4
}

function randomDegrees(random: Random, most: number): number {
  if (random.chance(0.1)) return random.pick([-most, 0, most, most / 2])
  return random.chance(0.5) ? onGrid(random, -6, 6) : random.between(-most, most)
}

export function randomRow(random: Random, id: number): NewRow {
  const maybe = (value: number): number | undefined => (random.chance(0.15) ? undefined : value)
  const values = {
    id,
    kind: maybe(random.chance(0.1) ? LARGEST.kind : random.whole(0, 5)),
    beds: maybe(random.chance(0.05) ? LARGEST.beds : random.whole(0, 6)),
    year: maybe(random.chance(0.05) ? LARGEST.year : random.whole(1900, 1950)),
    price: maybe(random.chance(0.05) ? LARGEST.price : random.whole(0, 200) * 1000),
    day: maybe(random.whole(-300, 300)),
    ratio: maybe(Math.fround(random.bell())),
    score: maybe(random.chance(0.1) ? -0 : Math.round(random.bell() * 100) / 100),
    marks: random.chance(0.1) ? LARGEST.marks : random.whole(0, 15) + (random.chance(0.3) ? 2 ** 31 : 0),
    tower: random.chance(0.6) ? undefined : random.whole(0, 40),
    quality: maybe(random.whole(-20, 20)),
  }
  const text = randomWords(random, 6)
    .map((word) => (random.chance(0.2) ? `\0${word}` : word))
    .join(' ')
  const row = {
    values,
    lists: { places: Array.from({ length: random.whole(0, 3) }, () => random.whole(0, 12)) },
    words: { text },
    days: { seats: Array.from({ length: random.pick([0, 1, 3, 8]) }, () => randomAmount(random)) },
  }
  if (random.chance(0.1)) return row
  return { ...row, longitude: randomDegrees(random, 180), latitude: randomDegrees(random, 90) }
}

/**
 * Returns a day and an amount. There are more days than bit planes, and some days are outside of the bit planes' range.
 */
function randomAmount(random: Random): { day: number; amount: number } {
  return { day: randomDay(random), amount: random.pick([1, 2, 3, 8, 9, 12, 70_000]) }
}

function randomDay(random: Random): number {
  if (random.chance(0.05)) return random.pick([1 - 2 ** 31, -1, 0, 2 ** 31 - 1])
  return random.chance(0.7) ? random.whole(-40, 100) : random.whole(-300, 700)
}

function randomDays(random: Random): Predicate {
  const from = random.chance(0.1) ? Number.NEGATIVE_INFINITY : randomDay(random)
  const to = random.chance(0.2) ? Number.POSITIVE_INFINITY : random.chance(0.9) ? from + random.whole(0, 70) : -50
  return { kind: 'days', index: 'seats', from, to, least: random.pick([0, 1, 2, 3, 7.5, 8, 9, 13, 65_535]) }
}

export function randomQuery(random: Random, rows: readonly NewRow[]): TableQuery {
  const where = Array.from({ length: random.whole(0, 4) }, () => randomPredicate(random, rows, 2))
  const query = {
    where,
    order: random.pick(ORDERS),
    offset: random.pick([0, 0, 0, 1, 7, 200, 1000, 5000]),
    limit: random.pick([0, 1, 5, 41, 200, 1000]),
  }
  if (random.chance(0.3)) return { ...query, groupBy: 'tower' }
  if (random.chance(0.7) || rows.length === 0) return query
  const column = random.pick(['id', 'score'] as const)
  return { ...query, above: { column, value: random.pick(rows).values[column] ?? 0 } }
}

function randomPredicate(random: Random, rows: readonly NewRow[], depth: number): Predicate {
  const kinds = [
    'range',
    'range',
    'oneOf',
    'flags',
    'list',
    'rows',
    'words',
    'check',
    'box',
    'polygon',
    'circle',
    'days',
  ] as const
  const kind = depth > 0 && random.chance(0.15) ? 'any' : random.pick(kinds)
  switch (kind) {
    case 'range':
      return randomRange(random, rows)
    case 'oneOf':
      return {
        kind,
        column: 'kind',
        codes: random.whole(0, 63) + (random.chance(0.2) ? 2 ** 30 : 0),
        orMissing: random.chance(0.3),
      }
    case 'flags': {
      const bits = () => (random.chance(0.5) ? 0 : 2 ** random.pick([0, 1, 2, 3, 31]))
      return { kind, column: 'marks', all: bits(), none: bits(), any: bits() + (random.chance(0.3) ? 16 : 0) }
    }
    case 'any': {
      const branch = () => Array.from({ length: random.whole(0, 2) }, () => randomPredicate(random, rows, depth - 1))
      const of = Array.from({ length: random.whole(0, 3) }, branch)
      return random.chance(0.3) ? { kind, isNone: true, of } : { kind, of }
    }
    case 'list':
      return { kind, list: 'places', keys: Array.from({ length: random.whole(0, 4) }, () => random.whole(0, 14)) }
    case 'rows': {
      const share = random.next()
      return { kind, rows: Uint32Array.from(rows.keys()).filter(() => random.chance(share)) }
    }
    case 'words':
      return {
        kind,
        index: 'text',
        terms: randomWords(random, 2),
        ...(random.chance(0.4) && {
          phrases: Array.from({ length: random.whole(1, 2) }, () => randomPhrase(random, rows)),
        }),
      }
    case 'check': {
      const divisor = random.whole(1, 3)
      return { kind, accepts: (row) => row % divisor === 0 }
    }
    case 'box':
      return {
        kind,
        west: randomDegrees(random, 180),
        south: randomDegrees(random, 90),
        east: randomDegrees(random, 180),
        north: randomDegrees(random, 90),
      }
    case 'polygon':
      return { kind, rings: Array.from({ length: random.whole(0, 2) }, () => randomRing(random, rows)) }
    case 'circle':
      return randomCircle(random, rows)
    case 'days':
      return randomDays(random)
  }
}

function randomRange(random: Random, rows: readonly NewRow[]): Predicate {
  const column = random.pick(RANGE_COLUMNS)
  const bound = () => {
    if (random.chance(0.05)) return random.pick([-1e12, 1e12, 0.25])
    return (rows.length === 0 ? 0 : random.pick(rows).values[column]) ?? 0
  }
  const open = random.chance(0.3)
  return {
    kind: 'range',
    column,
    min: random.chance(0.3) ? Number.NEGATIVE_INFINITY : bound(),
    max: open ? Number.POSITIVE_INFINITY : bound() + (column === 'ratio' ? 0 : random.pick([0, 0, 0.5])),
    orMissing: random.chance(0.3),
  }
}

function randomWords(random: Random, most: number): string[] {
  return Array.from({ length: random.whole(0, most) }, () => random.pick([...VOCABULARY, 'none']))
}

/** Returns a phrase: words that follow each other in a row's text, words across two texts, or other words. */
function randomPhrase(random: Random, rows: readonly NewRow[]): string[] {
  const words = (rows.length === 0 ? '' : (random.pick(rows).words?.text ?? '')).split(/[\0 ]+/).filter(Boolean)
  const start = random.whole(0, Math.max(0, words.length - 2))
  const phrase = words.slice(start, start + random.whole(1, 4))
  return phrase.length > 0 && random.chance(0.8) ? phrase : [random.pick(VOCABULARY), ...randomWords(random, 2)]
}

/**
 * Returns corners in any order, so that edges cross. Some rings are thin, closed or collinear, or have corners at
 * points of rows.
 */
function randomRing(random: Random, rows: readonly NewRow[]): number[] {
  const size = random.pick([0.0001, 1, 5, 90])
  const [x, y] = [onGrid(random, -6, 6), onGrid(random, -6, 6)]
  const ring: number[] = []
  for (let corners = random.chance(0.05) ? 300 : random.whole(1, 12); corners > 0; corners--) {
    const row = rows.length > 0 ? random.pick(rows) : undefined
    const corner = random.chance(0.3) && row?.longitude !== undefined ? [row.longitude, row.latitude ?? 0] : undefined
    const near = random.chance(0.5) ? onGrid : (_: Random, min: number, max: number) => random.between(min, max)
    ring.push(...(corner ?? [near(random, x - size, x + size), Math.min(90, near(random, y - size, y + size))]))
  }
  if (random.chance(0.3)) ring.push(ring[0] as number, ring[1] as number)
  if (random.chance(0.2)) ring.push(...ring)
  return ring
}

function randomCircle(random: Random, rows: readonly NewRow[]): Predicate {
  const center = { longitude: randomDegrees(random, 180), latitude: randomDegrees(random, 90) }
  let radiusM =
    random.pick([0, 1, 50_000, 500_000, 5_000_000, 9_900_000, 10_100_000, 19_000_000, 21_000_000]) *
    random.between(0.9, 1)
  // Avoids points very near the rim (a billionth of the radius), where rounding decides.
  const isAtRim = (row: NewRow) => Math.abs(metersFromCenter(row, center) - radiusM) < 1e-8 * radiusM + 1e-6
  while (radiusM > 0 && rows.some(isAtRim)) radiusM *= 1.001
  return { kind: 'circle', ...center, radiusM }
}
