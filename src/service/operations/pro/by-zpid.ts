import { lookUpByZpid, WHOLE_DOCUMENT } from '../look-ups.ts'

export const proByZpid = lookUpByZpid(WHOLE_DOCUMENT)
