import type { Problem } from './problem.ts'
import { attempt, store } from './store.ts'

const NAME = 'plat.key'

/** The key of the person at the browser: kept for this tab, or on this device if they say so. */
export const ownKey = store<string | undefined>(stored())

/** Why a key is asked for now; undefined while none is. */
export const keyAsked = store<{ readonly refusal?: Problem } | undefined>(undefined)

export function keepKey(key: string, onThisDevice: boolean): void {
  forgetStored()
  attempt(() => (onThisDevice ? localStorage : sessionStorage).setItem(NAME, key))
  ownKey.set(key)
}

export function forgetKey(): void {
  forgetStored()
  ownKey.set(undefined)
}

function forgetStored(): void {
  attempt(() => sessionStorage.removeItem(NAME))
  attempt(() => localStorage.removeItem(NAME))
}

function stored(): string | undefined {
  return attempt(() => sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? undefined)
}
