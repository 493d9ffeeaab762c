import type { Attack } from './attack.ts'
import { heavyCalls } from './heavy-calls.ts'
import { heldLock } from './held-lock.ts'
import { strayQuote } from './stray-quote.ts'

/** Every attack; a new one is a file beside this one and a line here. */
export const ATTACKS: readonly Attack[] = [heavyCalls, heldLock, strayQuote]
