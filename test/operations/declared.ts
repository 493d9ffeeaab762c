import type { Value } from '../../src/answers/index.ts'
import { type PortalWords, portalWords } from '../../src/base/words.ts'
import { WORDS } from './small-catalog.ts'

/**
 * Everything about a value that is not as its declaration says: missing keys, keys that are not declared, wrong
 * types, and what JSON cannot hold.
 */
export function problemsOf(value: unknown, declared: Value<unknown>, words: PortalWords = WORDS): readonly string[] {
  return declared.problems(value, '', portalWords(words))
}
