import { store } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

const NAME = 'plat.theme'
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

export const theme = store<Theme>(stored())

/** Puts the theme on the page; the styles follow. */
export function applyTheme(): void {
  const { dataset } = document.documentElement
  if (theme.get() === 'system') delete dataset.theme
  else dataset.theme = theme.get()
}

export function nextTheme(): void {
  theme.set(NEXT[theme.get()])
  applyTheme()
  try {
    localStorage.setItem(NAME, theme.get())
  } catch {
    // a browser may forbid storage: then the choice lasts as long as the page
  }
}

function stored(): Theme {
  try {
    const given = localStorage.getItem(NAME)
    return given === 'light' || given === 'dark' ? given : 'system'
  } catch {
    return 'system'
  }
}
