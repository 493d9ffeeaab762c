import { useMemo } from 'preact/hooks'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Time spans, by their names in the page's address. */
const SPANS: Readonly<Record<string, { readonly title: string; readonly hours: number }>> = {
  day: { title: 'the last day', hours: 24 },
  week: { title: 'the last 7 days', hours: 168 },
  month: { title: 'the last 30 days', hours: 720 },
}

export const USUAL_SPAN = 'week'

/** Titles of the spans, worded to follow "of". */
export const SPAN_TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SPANS).map(([name, { title }]) => [name, title])),
  kept: 'the whole history',
}

/**
 * Returns the start of a span as of the moment when the person chose it. A start that moves with the clock would send,
 * and charge, a new call each time.
 */
export function useSince(span: string): string | undefined {
  return useMemo(() => sinceOf(span), [span])
}

/** Returns the start of a span, rounded to the minute. Undefined means all stored changes. */
function sinceOf(span: string): string | undefined {
  const hours = SPANS[span]?.hours
  if (hours === undefined) return undefined
  const nowMs = performance.timeOrigin + performance.now()
  return new Date(Math.floor((nowMs - hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString()
}
