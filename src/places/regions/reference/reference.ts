import { readFileSync } from 'node:fs'
import { programFile } from '../../../kit/base/program.ts'
import type { Point } from '../../../model/home.ts'

/** Returns the lines with data of a file in `reference/`, without the comments at its top. */
export function referenceLines(name: string): string[] {
  const text = readFileSync(programFile(`reference/${name}.txt`), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** Census estimates. Absent if the Census has none. */
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
