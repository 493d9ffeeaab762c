import { wordsArgument } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { requireKind, requireText, type Translated, type Translation } from './translation.ts'

/** A word of the argument `must_have`, and the parameter value that it stands for. */
interface Need {
  readonly word: string
  readonly text: string
  readonly translated: Translated
}

/** Whether an answer reports all words of `must_have` as one constraint, or one constraint per word. */
export type NeedsReporting = 'together' | 'one by one'

/** Makes the argument `must_have`. Its words set many different parameters. */
export function needsOf(filters: readonly Translated[], reporting: NeedsReporting): Translation {
  const needs = new Map<string, Need>()
  for (const translated of filters)
    for (const [word, text] of Object.entries(translated.words ?? {})) needs.set(word, { word, text, translated })
  const lists = filters.filter(({ isList }) => isList)
  return {
    properties: { must_have: wordsArgument([...needs.keys()], 'All of these.') },
    constraints: (args, facts) => {
      const chosen = args.texts('must_have').flatMap((word) => needs.get(word) ?? [])
      for (const { word, text, translated } of chosen) {
        if (translated.texts === undefined) requireKind(`must_have "${word}"`, translated, facts)
        requireText('must_have', word, translated, text, facts)
      }
      if (reporting === 'one by one')
        return chosen.map((need) => ({ ...constraintOf([need], []), words: need.word.replaceAll('_', ' ') }))
      return chosen.length === 0 ? [] : [constraintOf(chosen, lists)]
    },
  }
}

/** Makes one constraint from several words. Parameters with a single value come first, then lists. */
function constraintOf(needs: readonly Need[], lists: readonly Translated[]): Constraint {
  const flags = needs.filter(({ translated }) => !lists.includes(translated))
  const chosen = lists.flatMap((list) => {
    const texts = needs.filter(({ translated }) => translated === list).map(({ text }) => text)
    return texts.length === 0 ? [] : [[list.name, texts.join(',')] as const]
  })
  return {
    argument: 'must_have',
    words: needs.map(({ word }) => word).join(' and '),
    query: Object.fromEntries([...flags.map(({ translated, text }) => [translated.name, text] as const), ...chosen]),
  }
}
