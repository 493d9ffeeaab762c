export type { Door, Ran } from './door.ts'
