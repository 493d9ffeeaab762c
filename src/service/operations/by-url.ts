import { lookUpByUrl, OPTIONAL_URL, SHORT_DOCUMENT } from './look-ups.ts'

export const byUrl = lookUpByUrl(SHORT_DOCUMENT, OPTIONAL_URL)
