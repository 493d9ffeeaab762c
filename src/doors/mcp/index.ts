export type { Door, Ran, Sent } from './door.ts'
