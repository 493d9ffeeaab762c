import type { ToolAnswer } from '../world.ts'

export interface Call {
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>>
}

type CallOf = Call | ((before: readonly ToolAnswer[]) => Call)

/** A question as a person asks it, the calls that answer it, and what its answer must contain. */
export interface Question {
  readonly asked: string
  /**
   * The calls that answer the question; empty if the server's instructions answer it. A call may depend on the previous
   * answer.
   */
  readonly calls: readonly [] | readonly [CallOf] | readonly [CallOf, CallOf]
  readonly wants: readonly Want[]
}

/** What an answer must contain. `in` finds the value in the answers of tools. A model's answer is searched as text. */
export type Want =
  | { readonly number: number; readonly within: number; readonly in: (told: readonly ToolAnswer[]) => unknown }
  | { readonly ids: readonly string[]; readonly in: (told: readonly ToolAnswer[]) => readonly string[] | undefined }
  /** At least one id. `each` must be true for all ids. */
  | {
      readonly each: (id: string) => boolean
      readonly in: (told: readonly ToolAnswer[]) => readonly string[] | undefined
    }
  | { readonly words: RegExp }
  /** The question is incomplete. A tool must refuse with words like these; a model must ask. */
  | { readonly asks: readonly RegExp[] }
  /** The question has no answer, and words like these must say so. */
  | { readonly none: RegExp }

/** A number that `at` finds in the last answer, or in all answers. `within` is the allowed deviation. */
export function number(
  value: number,
  at: (data: ToolAnswer['data'], all: readonly ToolAnswer[]) => unknown,
  within = 0,
): Want {
  return { number: value, within, in: (told) => at(lastOf(told).data, told) }
}

export function ids(values: readonly string[], at: (data: ToolAnswer['data']) => readonly string[] | undefined): Want {
  return { ids: values, in: (told) => at(lastOf(told).data) }
}

/** The grades. `silent`: the answer is wrong, but expresses no doubt. */
export const ENDS = ['right', 'in part', 'wrong', 'silent'] as const
export type End = (typeof ENDS)[number]

type Held = 'held' | 'lacking' | 'false'

/** Compares the last answer of the tools with the truth. */
export function gradeTools({ wants }: Question, told: readonly ToolAnswer[], instructions: string): End {
  const { isError, text, data } = lastOf(told, instructions)
  const isRemarked =
    isError || (data.dropped ?? []).length > 0 || (data.ambiguous ?? []).length > 0 || data.note !== undefined
  const held = wants.map((want): Held => {
    if ('words' in want) return want.words.test(text) ? 'held' : 'lacking'
    if ('none' in want) return want.none.test(text) ? 'held' : 'false'
    if ('asks' in want) return isError && want.asks.every((words) => words.test(text)) ? 'held' : 'false'
    const value = isError ? undefined : want.in(told)
    if (value === undefined || value === null) return 'lacking'
    if ('number' in want) return isNear(Number(value), want) ? 'held' : 'false'
    if ('each' in want) return isEach(value as readonly string[], want) ? 'held' : 'false' // for this kind, `in` returns ids
    return sameTexts(value as readonly string[], want.ids) ? 'held' : 'false' // for this kind, `in` returns ids
  })
  return endOf(held, isRemarked)
}

/** Compares a model's answer with the truth. `isId` returns true for the id of any record. */
export function gradeWords({ wants }: Question, text: string, isId: (text: string) => boolean): End {
  const numbers = numbersIn(text)
  const named = new Set(text.match(/\b\d{6,}\b/g)?.filter(isId))
  const held = wants.map((want): Held => {
    if ('words' in want) return want.words.test(text) ? 'held' : 'lacking'
    if ('none' in want) return NONE.test(text) || want.none.test(text) ? 'held' : 'false'
    if ('asks' in want) return text.includes('?') ? 'held' : 'false'
    if ('number' in want) {
      if (numbers.some((each) => isNear(each, { ...want, within: want.within + Math.abs(want.number) * ROUNDED })))
        return 'held'
      return numbers.length > 0 ? 'false' : 'lacking'
    }
    if ('each' in want ? isEach([...named], want) : sameTexts([...named], want.ids)) return 'held'
    return named.size > 0 ? 'false' : 'lacking'
  })
  return endOf(held, DOUBT.test(text))
}

/** Allowed relative deviation by rounding, because people say 512k for 512,300 dollars. */
const ROUNDED = 0.005

const NONE = /\b(?:no|none|not|cannot|can't|unknown|unavailable|doesn't|isn't|aren't)\b/i
const DOUBT = /\b(?:cannot|can't|could not|couldn't|unable|not sure|uncertain|unclear|may|might|error|failed)\b/i

function endOf(held: readonly Held[], isRemarked: boolean): End {
  if (held.every((each) => each === 'held')) return 'right'
  if (held.includes('false') && !isRemarked) return 'silent'
  return held.includes('held') ? 'in part' : 'wrong'
}

function isNear(found: number, { number: value, within }: { readonly number: number; readonly within: number }) {
  return Math.abs(found - value) <= within
}

function isEach(found: readonly string[], { each }: { readonly each: (id: string) => boolean }): boolean {
  return found.length > 0 && found.every(each)
}

function sameTexts(found: readonly string[], wanted: readonly string[]): boolean {
  return JSON.stringify([...found].sort()) === JSON.stringify([...wanted].sort())
}

/** Returns every number in a text: `$512,300`, `512k`, `1.2 million`, `-3.5 %`. */
export function numbersIn(text: string): readonly number[] {
  const amounts = text.matchAll(/(-?)\$?(\d[\d,]*(?:\.\d+)?)\s*(k\b|m\b|thousand|million)?/gi)
  return Array.from(amounts, ([, sign, digits = '', unit = '']) => {
    const times = /^k|^t/i.test(unit) ? 1000 : /^m/i.test(unit) ? 1_000_000 : 1
    return Number(digits.replaceAll(',', '')) * times * (sign === '-' ? -1 : 1)
  })
}

function lastOf(told: readonly ToolAnswer[], text = ''): ToolAnswer {
  return told.at(-1) ?? { isError: false, text, data: {} }
}
