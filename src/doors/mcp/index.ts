export type { Door, Ran, Sent, View } from './door.ts'
export type { Counted } from './posted.ts'
