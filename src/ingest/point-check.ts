import type { Point } from '../model/home.ts'
import type { Check } from './finding.ts'

/** Applies to every noun with coordinates. */
export const POINT_CHECK: Check<{ readonly point?: Point }> = {
  rule: 'point.range',
  severity: 'reject',
  sentence: 'The coordinates are out of range, or 0, 0.',
  find: ({ point }) => (point && !isPlace(point) ? written(point) : undefined),
}

function isPlace({ latitude, longitude }: Point): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)
}

export function written({ latitude, longitude }: Point): string {
  return `${latitude}, ${longitude}`
}

/** A place needs both. */
export function pointOf(latitude: number | undefined, longitude: number | undefined): Point | undefined {
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}
