import type { Value } from '../../src/kit/answers/index.ts'
import { type PortalWords, portalWords } from '../../src/kit/base/words.ts'
import { WORDS } from './small-catalog.ts'

/**
 * Every way in which a value departs from its declaration: missing keys, undeclared keys, wrong types, and values that
 * JSON cannot hold.
 */
export function problemsOf(value: unknown, declared: Value<unknown>, words: PortalWords = WORDS): readonly string[] {
  return declared.problems(value, '', portalWords(words))
}
