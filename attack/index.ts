import type { Attack } from './attack.ts'
import { strayQuote } from './stray-quote.ts'

/** Every attack; a new one is a file beside this one and a line here. */
export const ATTACKS: readonly Attack[] = [strayQuote]
