import { forgetFacts } from './facts.ts'
import { store } from './store.ts'

/** Whether the service does not answer, as far as is known. */
export const away = store(false)

/** Grows when calls that failed are worth asking again: the service is back, or there is another key. */
export const worthAgain = store(0)

const FIRST_MS = 1000
const LAST_MS = 15_000

let waitMs = FIRST_MS
let timer: ReturnType<typeof setTimeout> | undefined

/** From now on it is looked whether the service is back, more and more seldom. */
export function sawAway(): void {
  if (away.get()) return
  away.set(true)
  lookLater()
}

/** A call was answered. That the service lives is not enough: what failed may fail again, and is then asked more seldom. */
export function sawAnswer(): void {
  if (!away.get()) waitMs = FIRST_MS
}

/** Looks now. */
export async function look(): Promise<void> {
  clearTimeout(timer)
  if (!away.get()) return
  const isBack = await fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!away.get()) return // another look was faster
  if (!isBack) return lookLater()
  forgetFacts()
  away.set(false)
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
