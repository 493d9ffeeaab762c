import type { Attack } from './attack.ts'
import { slowHeaders } from './slow-headers.ts'
import { stopUnderLoad } from './stop-under-load.ts'
import { unreadAnswers } from './unread-answers.ts'

/** Every attack; a new one is a file beside this one and a line here. */
export const ATTACKS: readonly Attack[] = [slowHeaders, stopUnderLoad, unreadAnswers]
