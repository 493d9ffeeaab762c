export type { Door, Query, Ran } from './door.ts'
export type { Answered, Posted, Tools } from './server.ts'
