import { clip } from '../../kit/base/sentence.ts'
import { detached } from './detached.ts'
import type { Finding } from './finding.ts'

/** The rows to which a rule applied. */
export interface RuleCount {
  readonly rule: string
  readonly sentence: string
  readonly rows: number
  /** The first row: file, line and detail. */
  readonly example: string
  /** Unreadable texts, most frequent first. */
  readonly texts?: readonly TextCount[]
  /** Number of other unreadable texts. */
  readonly textsBeside?: number
}

export interface TextCount {
  readonly text: string
  readonly times: number
}

/** Maximum number of different texts that are counted per rule. */
const TEXTS_COUNTED_MAX = 10_000
const TEXTS_TOLD_MAX = 100

interface Count {
  readonly sentence: string
  readonly example: string
  rows: number
  readonly texts: Map<string, number>
  given: number
}

/** Counts findings by rule, and unreadable texts by frequency. */
export class RuleTally {
  readonly #counts = new Map<string, Count>()

  /** Adds the findings about one row. A row counts once per rule. `where` is empty if the row is unknown. */
  add(findings: readonly Finding[], where: string): void {
    const met = new Set<string>()
    for (const { rule, sentence, detail, given } of findings) {
      const count =
        this.#counts.get(rule) ?? newCount(sentence, detached(where === '' ? detail : `${where}: ${detail}`))
      this.#counts.set(rule, count)
      if (!met.has(rule)) count.rows++
      met.add(rule)
      if (given !== undefined) addText(count, clip(given))
    }
  }

  /** Returns the counts, most frequent first. */
  counts(): readonly RuleCount[] {
    const counts = [...this.#counts].map(([rule, { sentence, rows, example, texts, given }]) => {
      const common = { rule, sentence, rows, example }
      return given === 0 ? common : { ...common, ...frequentTexts(texts, given) }
    })
    return counts.sort((a, b) => b.rows - a.rows)
  }
}

function newCount(sentence: string, example: string): Count {
  return { sentence, example, rows: 0, texts: new Map(), given: 0 }
}

function addText(count: Count, text: string): void {
  count.given++
  const times = count.texts.get(text)
  if (times !== undefined) count.texts.set(text, times + 1)
  else if (count.texts.size < TEXTS_COUNTED_MAX) count.texts.set(detached(text), 1)
}

function frequentTexts(counted: ReadonlyMap<string, number>, given: number): Pick<RuleCount, 'texts' | 'textsBeside'> {
  const texts = [...counted]
    .map(([text, times]) => ({ text, times }))
    .sort((a, b) => b.times - a.times)
    .slice(0, TEXTS_TOLD_MAX)
  const textsBeside = given - texts.reduce((sum, { times }) => sum + times, 0)
  return { texts, ...(textsBeside > 0 && { textsBeside }) }
}
