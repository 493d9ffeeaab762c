import { lookUpByAddress, WHOLE_DOCUMENT } from '../look-ups.ts'

export const proByAddress = lookUpByAddress(WHOLE_DOCUMENT)
