import { lookUpByZpid, SHORT_DOCUMENT } from './look-ups.ts'

export const byZpid = lookUpByZpid(SHORT_DOCUMENT)
