import { attempt, store } from './store.ts'

const NAME = 'plat.compare'

/** The most homes that fit side by side on a screen. */
export const MAX_COMPARED = 5

/** The ids of the homes selected for comparison, stored for this tab. */
export const chosen = store<readonly string[]>(chosenIn(attempt(() => sessionStorage.getItem(NAME)) ?? ''))

/** Returns the unique ids of a comma-separated list, up to the maximum. */
export function chosenIn(text: string): readonly string[] {
  const ids = text.split(',').filter((id) => /^\d+$/.test(id))
  return [...new Set(ids)].slice(0, MAX_COMPARED)
}

export function choose(ids: readonly string[]): void {
  chosen.set(ids)
  attempt(() => sessionStorage.setItem(NAME, ids.join(',')))
}

/** Selects a home, or deselects a selected home. Selects nothing if the list is full. */
export function toggleChosen(id: string): void {
  const now = chosen.get()
  if (now.includes(id)) choose(now.filter((other) => other !== id))
  else if (now.length < MAX_COMPARED) choose([...now, id])
}
