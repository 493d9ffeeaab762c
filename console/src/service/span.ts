import { useMemo } from 'preact/hooks'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** How far back is looked, by the names that the page's address has for it. */
const SPANS: Readonly<Record<string, { readonly title: string; readonly hours: number }>> = {
  day: { title: 'the last day', hours: 24 },
  week: { title: 'the last 7 days', hours: 168 },
  month: { title: 'the last 30 days', hours: 720 },
}

export const USUAL_SPAN = 'week'

/** The spans by name, each with words that go behind "of". */
export const SPAN_TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SPANS).map(([name, { title }]) => [name, title])),
  kept: 'the whole history',
}

/** The moment at which a span begins, from when it is chosen on: it would cost a call to move it with the clock. */
export function useSince(span: string): string | undefined {
  return useMemo(() => sinceOf(span), [span])
}

/** To the minute, as `since` takes it; undefined for all that is kept. */
function sinceOf(span: string): string | undefined {
  const hours = SPANS[span]?.hours
  if (hours === undefined) return undefined
  const nowMs = performance.timeOrigin + performance.now()
  return new Date(Math.floor((nowMs - hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString()
}
