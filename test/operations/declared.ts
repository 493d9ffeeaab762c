import type { Value } from '../../src/kit/answers/index.ts'
import { type PortalWords, portalWords } from '../../src/kit/base/words.ts'
import { WORDS } from './small-catalog.ts'

/**
 * Returns each way in which a value differs from its declaration: missing keys, undeclared keys, wrong types, and
 * values that JSON cannot represent.
 */
export function problemsOf(value: unknown, declared: Value<unknown>, words: PortalWords = WORDS): readonly string[] {
  return declared.problems(value, '', portalWords(words))
}
