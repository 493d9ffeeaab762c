import type { Point } from '../../model/home.ts'
import { cityKey } from '../../names/name-key.ts'
import { stateOfFips } from '../states.ts'
import { type Counts, countsIn, pointIn, referenceLines } from './reference.ts'

export interface County extends Counts {
  /** Five digits. */
  readonly fips: string
  /** Without the word County: `King`. */
  readonly name: string
  /** With it, or the word that the state has for it: `King County`, `Richmond City`, `Orleans Parish`. */
  readonly title: string
  /** Two letters. */
  readonly state: string
  /** Absent, as the counts are, for a county that is no more. */
  readonly point?: Point
  /** For a county that is no more: the code of the one that took over most of it. */
  readonly successor?: string
}

let byFips: ReadonlyMap<string, County> | undefined
let byName: ReadonlyMap<string, readonly County[]> | undefined

/**
 * Every county by its code. Those that are no more are among them, since files still have them: Connecticut's eight
 * counties stand beside its nine planning regions.
 */
export function allCounties(): ReadonlyMap<string, County> {
  byFips ??= new Map(referenceLines('counties').map((line) => [line.slice(0, 5), countyOf(line)]))
  return byFips
}

/**
 * The counties of a state that bear a name, with or without its word: `King`, `King County`. A name without it may be
 * that of two: Richmond County and Richmond City in Virginia.
 */
export function countiesNamed(name: string, state: string): readonly County[] {
  byName ??= indexByName()
  return byName.get(`${state}/${cityKey(name)}`) ?? []
}

function indexByName(): Map<string, County[]> {
  const index = new Map<string, County[]>()
  for (const county of allCounties().values()) {
    for (const spelling of new Set([cityKey(county.name), cityKey(county.title)])) {
      const key = `${county.state}/${spelling}`
      index.set(key, [...(index.get(key) ?? []), county])
    }
  }
  return index
}

function countyOf(line: string): County {
  const [fips = '', name = '', title = '', latitude, longitude, population, housingUnits, successor] = line.split('|')
  const named = { fips, name, title, state: stateOfFips(fips)?.code ?? '' }
  if (successor) return { ...named, successor }
  return { ...named, point: pointIn(latitude, longitude), ...countsIn(population, housingUnits) }
}
