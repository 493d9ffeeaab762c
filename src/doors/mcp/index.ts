export type { Door, OperationAnswer, SentChange, View } from './door.ts'
export type { Counted } from './posted.ts'
