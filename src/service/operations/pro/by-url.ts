import { lookUpByUrl, REQUIRED_URL, WHOLE_DOCUMENT } from '../look-ups.ts'

export const proByUrl = lookUpByUrl(WHOLE_DOCUMENT, REQUIRED_URL)
