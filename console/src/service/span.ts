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

/** Titles of the spans, phrased to follow "of". */
export const SPAN_TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SPANS).map(([name, { title }]) => [name, title])),
  kept: 'the whole history',
}

/** Returns the start of a span, fixed when the span is chosen: moving it with the clock would cost a call each time. */
export function useSince(span: string): string | undefined {
  return useMemo(() => sinceOf(span), [span])
}

/** Returns the start of a span, to the minute; undefined for all stored changes. */
function sinceOf(span: string): string | undefined {
  const hours = SPANS[span]?.hours
  if (hours === undefined) return undefined
  const nowMs = performance.timeOrigin + performance.now()
  return new Date(Math.floor((nowMs - hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString()
}
