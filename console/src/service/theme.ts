import { attempt, store } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

const NAME = 'plat.theme'
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

export const theme = store<Theme>(stored())

/** Applies the theme to the page; the styles follow. */
export function applyTheme(): void {
  const { dataset } = document.documentElement
  if (theme.get() === 'system') delete dataset.theme
  else dataset.theme = theme.get()
}

export function nextTheme(): void {
  theme.set(NEXT[theme.get()])
  applyTheme()
  attempt(() => localStorage.setItem(NAME, theme.get()))
}

function stored(): Theme {
  const given = attempt(() => localStorage.getItem(NAME))
  return given === 'light' || given === 'dark' ? given : 'system'
}
