import type { Point } from '../../model/home.ts'
import { type Check, type Finding, reject } from './finding.ts'
import type { RowContent } from './noun.ts'

export const POINT_CHECK: Check<{ readonly point?: Point }> = reject(
  'point.range',
  'The coordinates are out of range, or 0, 0.',
  ({ point }) => (point && !isPlace(point) ? written(point) : undefined),
)

function isPlace({ latitude, longitude }: Point): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)
}

export function written({ latitude, longitude }: Point): string {
  return `${latitude}, ${longitude}`
}

/** Undefined unless both coordinates are given. */
export function pointOf(latitude: number | undefined, longitude: number | undefined): Point | undefined {
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

/** Reports a row without coordinates. `sentence` says what happens to the row's record. */
export function missingPoint(row: Pick<RowContent, 'record' | 'mapped' | 'findings'>, sentence: string): Finding[] {
  return lacksPoint(row) ? [{ rule: 'point.missing', sentence, detail: 'no coordinates' }] : []
}

/** Whether coordinates are missing that the mapping reads. Unreadable coordinates have a finding already. */
function lacksPoint({ record, mapped, findings }: Pick<RowContent, 'record' | 'mapped' | 'findings'>): boolean {
  if (!mapped.has('Latitude') || record.Latitude !== undefined || record.Longitude !== undefined) return false
  return !findings.some(({ rule }) => rule === 'Latitude.unreadable')
}

/** The largest ZIP areas, in Alaska and Nevada, extend about this far from their center. */
export const ZIP_REACH_MAX_KM = 160

const KILOMETRES_PER_DEGREE = 111.2

/** Returns the distance on a plane, precise enough to compare with the size of a ZIP area. */
export function kilometresBetween(a: Point, b: Point): number {
  const east = (a.longitude - b.longitude) * Math.cos(((a.latitude + b.latitude) / 2) * (Math.PI / 180))
  return Math.hypot(a.latitude - b.latitude, east) * KILOMETRES_PER_DEGREE
}
