/** Formats a time in ISO 8601 in UTC; null if it is undefined. */
export function instant(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}
