import type { Home, HomeAddress, HomeFacts } from '../../src/model/home.ts'
import { derivedZpid } from '../../src/model/identity.ts'
import { streetParts } from '../../src/places/addresses/address.ts'
import { Random } from '../engine/random.ts'

/** A record of a second source. `of`: the home to which the record belongs; undefined if it is a different home. */
export interface Planted {
  readonly kind: string
  readonly record: Home
  readonly of: number | undefined
}

type Changes = Partial<Omit<Home, 'address' | 'facts'>> & {
  readonly address?: Partial<HomeAddress>
  readonly facts?: Partial<HomeFacts>
}

/** Changes a home as a second source might describe it. Returns undefined if this change does not suit the home. */
type Teller = (home: Home, random: Random, building: readonly Home[]) => Changes | undefined

/** Ways in which a second source describes an existing home. */
const SAME_KINDS: Readonly<Record<string, Teller>> = {
  'another spelling': (home, random) => ({ ...measured(home, random), address: respelled(home, random) }),
  'parcel only': ({ parcelNumber }) =>
    parcelNumber === undefined
      ? undefined
      : { address: { streetAddress: '' }, parcelNumber: parcelNumber.replaceAll('-', ''), facts: {} },
  'no coordinates': (home, random) => {
    const { point: _point, ...rest } = measured(home, random)
    return { ...rest, address: respelled(home, random) }
  },
  'no direction or suffix': (home, random) => {
    const { streetAddress } = home.address
    const shorter = streetAddress.replace(/^(\S+) [NSEW]{1,2} /, '$1 ')
    return shorter === streetAddress ? undefined : { ...measured(home, random), address: { streetAddress: shorter } }
  },
  'a geocoder that knows the street only': (home, random) => ({
    ...measured(home, random),
    ...moved(home, random.whole(200, 900)),
  }),
  'no sizes': (home, random) => ({ ...measured(home, random), facts: {}, address: respelled(home, random) }),
  'the unit left out': (home, random, building) => {
    if (!isAlone(home, building) || !isMeasured(home) || streetParts(home.address.streetAddress).unit === '')
      return undefined
    return { ...moved(home, random.whole(0, 60)), address: { streetAddress: withoutUnit(home) } }
  },
}

/** Ways in which a second source describes another home that resembles an existing one. */
const OTHER_KINDS: Readonly<Record<string, Teller>> = {
  'a neighbor in the building': (home, random) => {
    if (streetParts(home.address.streetAddress).unit === '') return undefined
    return {
      ...measured(home, random),
      address: { streetAddress: `${withoutUnit(home)} UNIT ${random.whole(9000, 9999)}` },
    }
  },
  'the same street in the next town': (home, random) => {
    const zipcode = String((Number(home.address.zipcode) + 1) % 100_000).padStart(5, '0')
    return {
      ...measured(home, random),
      ...moved(home, random.whole(6000, 20_000)),
      address: { zipcode, city: 'Nexton' },
    }
  },
  'a new house on the old lot': (home) => {
    if (!isMeasured(home)) return undefined
    const { livingArea = 1500, bedroomsTotal = 3, yearBuilt = 1950 } = home.facts
    return {
      facts: { livingArea: Math.round(livingArea * 1.6), bedroomsTotal: bedroomsTotal + 1, yearBuilt: yearBuilt + 30 },
    }
  },
  'a twin of another size': (home) => {
    if (!isMeasured(home)) return undefined
    const { livingArea = 1500, ...facts } = home.facts
    return { facts: { ...facts, livingArea: Math.round(livingArea * 1.35) } }
  },
  'one of several alike, without its unit': (home, random, building) => {
    if (!isOneOfSeveral(home, building) || !isMeasured(home) || streetParts(home.address.streetAddress).unit === '')
      return undefined
    return { ...moved(home, random.whole(0, 60)), address: { streetAddress: withoutUnit(home) } }
  },
}

/** Maximum number of homes to try per record: few units are the only ones of their size in a building. */
const TRIES_MAX = 100

/** Returns records of a second source: about `count` records of existing homes, and as many of other homes. */
export function plant(homes: readonly Home[], count: number, seed: number): readonly Planted[] {
  const random = new Random(seed)
  const buildings = Map.groupBy(homes, buildingKey)
  const kinds = [...Object.keys(SAME_KINDS), ...Object.keys(OTHER_KINDS)]
  const planted: Planted[] = []
  const others = new Set<string>()
  for (let tries = 0; planted.length < 2 * count && tries < TRIES_MAX * count; ) {
    const isSame = planted.length % 2 === 0
    const own = Object.entries(isSame ? SAME_KINDS : OTHER_KINDS)
    // The first kind is by far the most common one in real files.
    const [kind, tell] = isSame && random.chance(0.6) ? (own[0] ?? random.pick(own)) : random.pick(own)
    for (let changes: Changes | undefined; changes === undefined && tries < TRIES_MAX * count; tries++) {
      const home = random.pick(homes)
      const isTold = !isSame && others.has(`${kind} ${home.zpid}`) // the same other home twice would count as only one
      changes = isTold ? undefined : tell(home, random, buildings.get(buildingKey(home)) ?? [])
      if (!isSame && changes) others.add(`${kind} ${home.zpid}`)
      if (changes)
        planted.push({ kind, of: kind in SAME_KINDS ? home.zpid : undefined, record: recordOf(home, changes, tries) })
    }
  }
  const lacking = kinds.find((kind) => !planted.some((one) => one.kind === kind))
  if (lacking !== undefined) throw new Error(`nothing of the kind "${lacking}" was planted`)
  return planted
}

/**
 * Removes homes from every second building, so that each remaining unit there has a different size. The size then
 * identifies the unit.
 */
export function thinned(homes: readonly Home[]): readonly Home[] {
  const buildings = [...Map.groupBy(homes, buildingKey).values()]
  return buildings.flatMap((building, i) => {
    if (i % 2 === 0) return building
    return building.filter((home, at) => isAlone(home, building.slice(0, at + 1)))
  })
}

/** Returns the same key for all homes of a building. */
function buildingKey(home: Home): string {
  return `${withoutUnit(home)} ${home.address.zipcode}`
}

/**
 * Whether every other home of the building is known to have another size: another number of bedrooms, or an area that
 * differs by more than 1 %.
 */
function isAlone(home: Home, building: readonly Home[]): boolean {
  const { livingArea = 0, bedroomsTotal = 0 } = home.facts
  return building.every((other) => {
    const { livingArea: area = livingArea, bedroomsTotal: bedrooms = bedroomsTotal } = other.facts
    return other === home || Math.abs(area - livingArea) > livingArea / 100 || bedrooms !== bedroomsTotal
  })
}

/** Whether another home of the building has exactly the same size. */
function isOneOfSeveral({ zpid, facts }: Home, building: readonly Home[]): boolean {
  const { livingArea, bedroomsTotal, bathrooms } = facts
  return building.some((other) => {
    const { livingArea: area, bedroomsTotal: bedrooms, bathrooms: baths } = other.facts
    return other.zpid !== zpid && area === livingArea && bedrooms === bedroomsTotal && baths === bathrooms
  })
}

function isMeasured({ facts, homeType }: Home): boolean {
  const { livingArea, bedroomsTotal, yearBuilt } = facts
  return homeType !== 'LOT' && livingArea !== undefined && bedroomsTotal !== undefined && yearBuilt !== undefined
}

/** Drops the parcel number unless the changes have one, because most sources have no parcel numbers. */
function recordOf({ parcelNumber: _parcel, ...home }: Home, { address, facts, ...rest }: Changes, key: number): Home {
  const { livingArea, bedroomsTotal, bathrooms, yearBuilt } = home.facts
  const sizes = { livingArea, bedroomsTotal, bathrooms, yearBuilt } as HomeFacts // sample homes have these four facts
  return {
    ...home,
    ...rest,
    zpid: derivedZpid('planted', String(key)),
    source: 'planted',
    sourceKey: String(key),
    address: { ...home.address, ...address },
    facts: facts ?? sizes,
    history: [],
    taxes: [],
  }
}

/**
 * Imitates another survey: slightly different square feet, sometimes another year, and coordinates of another geocoder.
 */
function measured(home: Home, random: Random): Changes {
  const { livingArea = 1500, bedroomsTotal, bathrooms, yearBuilt } = home.facts
  const area = Math.round(livingArea * (1 + random.whole(-40, 40) / 1000))
  const beds = (bedroomsTotal ?? 3) + (random.whole(0, 19) === 0 ? 1 : 0)
  const facts = {
    livingArea: area,
    bedroomsTotal: beds,
    bathrooms,
    yearBuilt: (yearBuilt ?? 1950) + random.whole(-1, 1),
  }
  return { ...moved(home, random.whole(0, 60)), facts: facts as HomeFacts } // every home of the sample has these facts
}

function moved({ point }: Home, meters: number): Pick<Changes, 'point'> {
  return point ? { point: { latitude: point.latitude + meters / 111_195, longitude: point.longitude } } : {}
}

function withoutUnit({ address }: Home): string {
  return address.streetAddress.replace(/ (APT|UNIT|STE|#|LOT|BLDG).*$/i, '')
}

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bSt\b/, 'Street'],
  [/\bAve\b/, 'Avenue'],
  [/\bBlvd\b/, 'Boulevard'],
  [/\bRd\b/, 'Road'],
  [/\bDr\b/, 'Drive'],
  [/\bLn\b/, 'Lane'],
  [/\bCt\b/, 'Court'],
  [/\bPl\b/, 'Place'],
  [/\bCir\b/, 'Circle'],
  [/\bN\b/, 'North'],
  [/\bS\b/, 'South'],
  [/\bE\b/, 'East'],
  [/\bW\b/, 'West'],
  [/\b(APT|UNIT) /, '#'],
  [/\bUNIT /, 'Apt. '],
]

function respelled({ address }: Home, random: Random): Pick<HomeAddress, 'streetAddress'> {
  const chosen = SPELLINGS.filter(() => random.whole(0, 1) === 0)
  const spelled = chosen.reduce((line, [from, to]) => line.replace(from, to), address.streetAddress)
  return { streetAddress: [spelled, spelled.toLowerCase(), spelled.toUpperCase()][random.whole(0, 2)] ?? spelled }
}

export interface Score {
  /** The share of merged records that were merged with the right home. */
  readonly precision: number
  /** The share of records of existing homes that were merged with the right home. */
  readonly recall: number
  /** Number of wrong results by kind: merged with a different home, or not merged. */
  readonly wrong: ReadonlyMap<string, number>
}

/**
 * @param homeOf Returns the id of the home that a record was merged with; undefined if the record is a separate home.
 */
export function scoreOf(planted: readonly Planted[], homeOf: (record: Home) => number | undefined): Score {
  const wrong = new Map<string, number>()
  let [right, joined] = [0, 0]
  for (const { kind, of, record } of planted) {
    const home = homeOf(record)
    if (home !== undefined) joined++
    if (home !== undefined && home === of) right++
    if (home !== of) wrong.set(kind, (wrong.get(kind) ?? 0) + 1)
  }
  return { precision: right / joined, recall: right / planted.filter(({ of }) => of !== undefined).length, wrong }
}
