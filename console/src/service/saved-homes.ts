import { attempt, store } from './store.ts'

const NAME = 'plat.homes'
const MAX_SAVED = 100

/** A home that the person saved in this browser. */
export interface SavedHome {
  readonly zpid: number
  readonly says: string
}

export const savedHomes = store<readonly SavedHome[]>(homesIn(attempt(() => localStorage.getItem(NAME)) ?? '[]'))

function homesIn(text: string): readonly SavedHome[] {
  const homes: unknown = attempt(() => JSON.parse(text))
  return Array.isArray(homes)
    ? homes.filter(({ zpid, says }) => Number.isInteger(zpid) && typeof says === 'string')
    : []
}

/** Saves a home, newest first, or removes it if it is saved. */
export function toggleSaved(home: SavedHome): void {
  const others = savedHomes.get().filter(({ zpid }) => zpid !== home.zpid)
  const next = others.length === savedHomes.get().length ? [home, ...others].slice(0, MAX_SAVED) : others
  savedHomes.set(next)
  attempt(() => localStorage.setItem(NAME, JSON.stringify(next)))
}
