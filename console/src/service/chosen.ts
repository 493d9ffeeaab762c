import { attempt, store } from './store.ts'

const NAME = 'plat.compare'

/** More would not stand side by side on a screen. */
export const MAX_COMPARED = 5

/** The ids of the homes that are chosen to be compared, kept for this tab. */
export const chosen = store<readonly string[]>(chosenIn(attempt(() => sessionStorage.getItem(NAME)) ?? ''))

/** Returns the ids of a list of homes, each once and no more than can be compared. */
export function chosenIn(text: string): readonly string[] {
  const ids = text.split(',').filter((id) => /^\d+$/.test(id))
  return [...new Set(ids)].slice(0, MAX_COMPARED)
}

export function choose(ids: readonly string[]): void {
  chosen.set(ids)
  attempt(() => sessionStorage.setItem(NAME, ids.join(',')))
}

/** Adds a home or takes it away; where there is no room for it, nothing happens. */
export function toggleChosen(id: string): void {
  const now = chosen.get()
  if (now.includes(id)) choose(now.filter((other) => other !== id))
  else if (now.length < MAX_COMPARED) choose([...now, id])
}
