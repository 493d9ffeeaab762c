import { factsSoFar, forgetFacts } from './facts.ts'
import type { Area } from './query.ts'
import { store } from './store.ts'

/** The area that does not answer; undefined while all do, as far as is known. */
export const away = store<Area | undefined>(undefined)

/** Grows when calls that failed are worth asking again: the service is back, or there is another key. */
export const worthAgain = store(0)

const FIRST_MS = 1000
const LAST_MS = 15_000

let waitMs = FIRST_MS
let timer: ReturnType<typeof setTimeout> | undefined

/** From now on it is looked whether the area is back, more and more seldom. */
export function sawAway(area: Area): void {
  if (away.get() !== undefined) return
  away.set(area)
  lookLater()
}

/** A call was answered. That an area lives is not enough: what failed may fail again, and is then asked more seldom. */
export function sawAnswer(): void {
  if (away.get() === undefined) waitMs = FIRST_MS
}

/** Looks now. */
export async function look(): Promise<void> {
  clearTimeout(timer)
  const area = away.get()
  if (area === undefined) return
  const isBack = await fetch(`${factsSoFar().areas[area] ?? ''}/health/live`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (away.get() !== area) return // another look was faster
  if (!isBack) return lookLater()
  forgetFacts()
  away.set(undefined)
  again()
}

function lookLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void look(), waitMs)
  waitMs = Math.min(waitMs * 2, LAST_MS)
}

export function again(): void {
  worthAgain.set(worthAgain.get() + 1)
}
