import { grouped } from '../../kit/base/figures.ts'
import type { AgentWords } from '../../service/operations/agent-words.ts'
import {
  dayArgument,
  numberArgument,
  type ToolArguments,
  textArgument,
  wholeArgument,
  wordArgument,
  wordsArgument,
} from './arguments.ts'
import { bedrooms } from './bedrooms.ts'
import type { Constraint } from './constraints.ts'
import { DAYS_MAX, daysBack } from './days.ts'
import { KINDS } from './kinds.ts'
import { rangeOf } from './ranges.ts'
import { Refusal } from './refusal.ts'
import { requireKind, requireText, type Translated, type Translation } from './translation.ts'

const NUMBER_MAX = 1_000_000_000

type Words<K extends AgentWords['as']> = Extract<AgentWords, { readonly as: K }>

/** Makes a tool's arguments for a parameter, as the parameter's declaration describes them. */
export function translate(translated: Translated, words: Exclude<AgentWords, Words<'need'>>): Translation {
  switch (words.as) {
    case 'range':
      return range(translated, words)
    case 'number':
      return number(translated, words)
    case 'day':
      return day(translated, words)
    case 'days':
      return days(translated, words)
    case 'text':
      return text(translated, words)
    case 'one':
      return one(translated, words)
    case 'several':
      return several(translated, words)
    case 'bedrooms':
      return bedrooms
  }
}

function range(translated: Translated, words: Words<'range'>): Translation {
  const { name, doc, docMax = 'Maximum.', docExact, whole: [minimum, maximum] = [0, NUMBER_MAX], what } = words
  const argument = words.whole === undefined ? numberArgument : wholeArgument
  const bound = (description: string) => argument([minimum, maximum], description)
  return {
    properties: {
      ...(docExact !== undefined && { [name]: bound(docExact) }),
      [`${name}_min`]: bound(doc),
      [`${name}_max`]: bound(docMax),
    },
    constraints: (args, { kind }) => {
      const numbers = typeof what === 'string' ? what : (what[KINDS[kind ?? 'for_sale']] ?? '')
      return rangeOf(args, translated.name, words, numbers)
    },
  }
}

function number(translated: Translated, words: Words<'number'>): Translation {
  const { name, min = 0, max = NUMBER_MAX, isWhole = false, doc, besides, text: template = '#' } = words
  const [prefix = ''] = template.split('#')
  return {
    properties: { [name]: (isWhole ? wholeArgument : numberArgument)([min, max], doc) },
    constraints: (args, facts) => {
      const value = args.number(name)
      if (value === undefined) return []
      requireKind(name, translated, facts)
      const sent = `${prefix}${value}`
      return applied(name, words.says, words.isMoney ? grouped(value) : String(value), {
        [translated.name]: sent,
        ...besides,
      })
    },
  }
}

/** Returns the constraint for one value. `says`: its wording, with `#` in place of the value. */
function applied(argument: string, says: string, value: string, query: Constraint['query']): Constraint[] {
  return [{ argument, words: says.replace('#', () => value), query }]
}

function day(translated: Translated, { name, says, doc, besides }: Words<'day'>): Translation {
  return {
    properties: { [name]: dayArgument(doc) },
    constraints: (args, facts) => {
      const value = args.text(name)
      if (value === undefined) return []
      requireKind(name, translated, facts)
      return applied(name, says, value, { [translated.name]: value, ...besides })
    },
  }
}

function days(translated: Translated, { within, since, says, doc, text: template }: Words<'days'>): Translation {
  return {
    properties: {
      [within]: wholeArgument([0, DAYS_MAX], `${doc} in the last n days.`),
      [since]: dayArgument(`${doc} on this day or later.`),
    },
    constraints: (args, facts) => {
      const back = daysBack(args, { within, since }, facts.today)
      if (back === undefined) return []
      requireKind(back.argument, translated, facts)
      const words = `${says} on ${back.first} or later (${back.days} days back from today, ${facts.today})`
      const parameter = translated.name.replace('{Portal}', facts.portal)
      return [{ argument: back.argument, words, query: { [parameter]: template.replace('#', String(back.days)) } }]
    },
  }
}

function text(translated: Translated, { name, maxLength, says, doc, needs }: Words<'text'>): Translation {
  return {
    properties: { [name]: textArgument(doc, maxLength) },
    constraints: (args, facts) => {
      const value = args.text(name)
      if (value === undefined) return []
      requireKind(name, translated, facts)
      if (needs !== undefined && !args.has(needs))
        throw new Refusal(`Cannot use "${name}" without "${needs}": it has no effect.`)
      return applied(name, says, value, { [translated.name]: value })
    },
  }
}

function one(translated: Translated, { name, says, doc, words = translated.words ?? {} }: Words<'one'>): Translation {
  const texts = isOwn(words) ? Object.fromEntries(words.map((each) => [each, each])) : words
  return {
    properties: { [name]: wordArgument(Object.keys(texts), doc) },
    constraints: (args, facts) => {
      const value = args.text(name)
      if (value === undefined) return []
      requireKind(name, translated, facts)
      return applied(name, says ?? value.replaceAll('_', ' '), value, { [translated.name]: texts[value] ?? value })
    },
  }
}

function several(
  translated: Translated,
  { name, joined, doc, words = translated.words ?? {} }: Words<'several'>,
): Translation {
  const property = (names: readonly string[]) => ({ [name]: wordsArgument(names, doc) })
  const constraint = (shown: readonly string[], texts: readonly string[]): Constraint[] => {
    if (shown.length === 0) return []
    return [{ argument: name, words: shown.join(` ${joined} `), query: { [translated.name]: texts.join(',') } }]
  }
  if (isOwn(words)) {
    const shown = (args: ToolArguments) => args.texts(name).map((each) => each.replaceAll('_', ' '))
    return {
      properties: property(words),
      constraints: (args) => constraint(shown(args), args.texts(name)),
    }
  }
  return {
    properties: property(Object.keys(words)),
    constraints: (args, facts) => {
      const names = args.texts(name)
      if (names.length > 0) requireKind(name, translated, facts)
      const texts = names.map((each) => requireText(name, each, translated, words[each] ?? each, facts))
      return constraint(names, translated.texts === undefined ? texts : [...new Set(texts)]) // several words may mean the same parameter value
    },
  }
}

function isOwn(words: object): words is readonly string[] {
  return Array.isArray(words)
}
