import { forgetFacts } from './facts.ts'
import { store } from './store.ts'

/** Whether the last attempt to reach the service failed. */
export const away = store(false)

/** Increases when failed calls should be retried, because the service is back or the key changed. */
export const retryTrigger = store(0)

const FIRST_MS = 1000
const LAST_MS = 15_000

let waitMs = FIRST_MS
let timer: ReturnType<typeof setTimeout> | undefined

/** Starts checking whether the service is back, at growing intervals. */
export function sawAway(): void {
  if (away.get()) return
  away.set(true)
  lookLater()
}

/**
 * Resets the check interval after an answered call. A successful health check does not reset it, because the failed
 * call may fail again.
 */
export function sawAnswer(): void {
  if (!away.get()) waitMs = FIRST_MS
}

/** Checks at once whether the service is back. */
export async function look(): Promise<void> {
  clearTimeout(timer)
  if (!away.get()) return
  const isBack = await fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!away.get()) return // another check finished first
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
  retryTrigger.set(retryTrigger.get() + 1)
}
