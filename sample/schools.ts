import { Random } from '../src/kit/algorithms/random.ts'
import type { School } from '../src/model/school.ts'
import { type Atlas, degrees, degreesEast, KM_PER_DEGREE, type ZipArea } from './atlas.ts'
import { NEIGHBORHOOD_NAMES } from './words/streets.ts'

/** The schools to which a ZIP's homes are assigned. */
export interface SchoolNames {
  readonly elementary: string
  readonly middle: string
  readonly high: string
  readonly district: string
}

type Level = School['level']

const GRADES: Readonly<Record<Level, string>> = { Primary: 'PK-2', Elementary: 'K-5', Middle: '6-8', High: '9-12' }
const PUPILS: Readonly<Record<Level, number>> = { Primary: 260, Elementary: 430, Middle: 690, High: 1350 }

/** Number of ZIPs in a city that share a middle school. */
const ZIPS_PER_MIDDLE = 2
/** Number of ZIPs in a city that share a high school. */
const ZIPS_PER_HIGH = 4

/** Schools by ZIP. Every ZIP has an elementary school. Several ZIPs of a city share middle and high schools. */
export class SchoolMap {
  readonly #names = new Map<ZipArea, SchoolNames>()
  readonly #schools = new Map<ZipArea, School[]>()

  constructor(atlas: Atlas, seed: number) {
    const cities = Map.groupBy(atlas.zips, (zip) => `${zip.place.state}/${zip.place.city}`)
    for (const zips of cities.values()) this.#layOut(zips, seed)
  }

  namesFor(zip: ZipArea): SchoolNames {
    const names = this.#names.get(zip)
    if (names === undefined) throw new Error(`ZIP ${zip.place.zipcode} is not on the school map`)
    return names
  }

  schoolsIn(zip: ZipArea): readonly School[] {
    return this.#schools.get(zip) ?? []
  }

  #layOut(zips: readonly ZipArea[], seed: number): void {
    let middle = ''
    let high = ''
    zips.forEach((zip, at) => {
      const random = new Random(seed, 'school', Number(zip.place.zipcode))
      const standing: School[] = []
      const addSchool = (level: Level, type: School['type'] = 'Public') => {
        const school = makeSchool(random, zip, level, type, standing.length, at)
        standing.push(school)
        return school.name
      }
      const elementary = addSchool('Elementary')
      if (at % ZIPS_PER_MIDDLE === 0) middle = addSchool('Middle')
      if (at % ZIPS_PER_HIGH === 0) high = addSchool('High')
      if (random.chance(0.12)) addSchool('Primary', random.chance(0.5) ? 'Private' : 'Public')
      if (random.chance(0.2))
        addSchool(random.chance(0.5) ? 'Elementary' : 'High', random.chance(0.5) ? 'Private' : 'Charter')
      this.#names.set(zip, { elementary, middle, high, district: districtOf(zip) })
      this.#schools.set(zip, standing)
    })
  }
}

function districtOf({ place }: ZipArea): string {
  return `${place.city} Sample School District`
}

function makeSchool(
  random: Random,
  zip: ZipArea,
  level: Level,
  type: School['type'],
  ordinal: number,
  at: number,
): School {
  const { place } = zip
  // Consecutive names: in a city, no name repeats before all are used.
  const name = NEIGHBORHOOD_NAMES[(zip.metro.economy.oldBuiltYear + at + ordinal * 11) % NEIGHBORHOOD_NAMES.length]
  const kind =
    type === 'Public' ? `${level} School` : type === 'Charter' ? `Charter ${level} School` : `${level} Academy`
  const awayKm = zip.reachKm * 0.8
  return {
    schoolId: `school-${place.zipcode}-${ordinal + 1}`,
    name: `${name} ${kind}`,
    level,
    grades: GRADES[level],
    type,
    point: {
      latitude: degrees(place.point.latitude + random.between(-awayKm, awayKm) / KM_PER_DEGREE),
      longitude: degrees(place.point.longitude + random.between(-awayKm, awayKm) * degreesEast(place.point)),
    },
    city: place.city,
    state: place.state,
    ...(type === 'Public' && { district: districtOf(zip) }),
    ...(random.chance(0.92) && { rating: Math.min(10, Math.max(1, Math.round(6 + 2 * random.bell()))) }),
    size: Math.round(PUPILS[level] * random.between(0.6, 1.4)),
    studentsPerTeacher: random.whole(11, 24),
  }
}
