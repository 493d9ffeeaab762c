import { readFileSync } from 'node:fs'
import type { Point } from '../../model/home.ts'

/** Lines of a file of `reference/`, without those that only say what it holds and where it comes from. */
export function referenceLines(name: string): string[] {
  const text = readFileSync(new URL(`../../reference/${name}.txt`, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** What the Census estimates, each absent where it does not. */
export interface Counts {
  readonly population?: number
  readonly housingUnits?: number
}

export function countsIn(population: string | undefined, housingUnits: string | undefined): Counts {
  return population && housingUnits ? { population: Number(population), housingUnits: Number(housingUnits) } : {}
}

export function pointIn(latitude: string | undefined, longitude: string | undefined): Point {
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
