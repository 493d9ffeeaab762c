import type { Home } from './home.ts'

/** What rows and cards say of a home: all but its past and what others think of it. */
export type HomeBrief = Omit<Home, 'history' | 'taxes' | 'estimate' | 'interest'>
