import type { Problem } from './problem.ts'
import { attempt, store } from './store.ts'

const NAME = 'plat.key'

/** The person's own key, stored for this tab, or on this device if the person chose that. */
export const ownKey = store<string | undefined>(stored())

/** Set while the key dialog is open. `refusal` is the failure that opened it, if any. */
export const keyPrompt = store<{ readonly refusal?: Problem } | undefined>(undefined)

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
