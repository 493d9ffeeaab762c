import { lookUpByAddress, SHORT_DOCUMENT } from './look-ups.ts'

export const byAddress = lookUpByAddress(SHORT_DOCUMENT)
