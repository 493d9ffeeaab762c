import type { ToolAnswer } from '../world.ts'
import { type Malformed, malformedOf, UNCLEAR } from './malformed.ts'
import { askModel, type Model } from './model.ts'
import { plainCalls } from './plain-calls.ts'
import { type End, gradeTools, gradeWords, type Question } from './question.ts'
import { questionsOn } from './questions.ts'
import type { Stage } from './stage.ts'

/** The grade of a question, and the answer. */
export interface Answered {
  readonly asked: string
  readonly end: End
  readonly text: string
  readonly calls: number
  readonly refused: number
  readonly tokens: number
}

/** Answers every question with its prepared calls, without a model. */
export async function askTools(stage: Stage): Promise<readonly Answered[]> {
  const all: Answered[] = []
  for (const question of questionsOn(stage)) {
    const called = await callsOf(question, stage)
    const end = called.some(isUntold) ? 'silent' : gradeTools(question, called.map(answerOf), stage.instructions)
    const refused = called.filter(({ answer }) => answer.isError).length
    const text = called.map(({ call, answer }) => `${JSON.stringify(call)}\n${answer.text}`).join('\n')
    all.push({ asked: question.asked, end, text, calls: called.length, refused, tokens: 0 })
  }
  return all
}

/** Lets a model answer every question, or the first `count` questions. */
export async function askAll(stage: Stage, model: Model, count = Infinity): Promise<readonly Answered[]> {
  const zpids = new Set([...stage.records.home, ...stage.records.offer].map(idOf))
  const all: Answered[] = []
  for (const question of questionsOn(stage).slice(0, count)) {
    const { text, ...counts } = await askModel(model, question.asked, stage)
    all.push({ asked: question.asked, end: gradeWords(question, text, (each) => zpids.has(each)), text, ...counts })
  }
  return all
}

function idOf(record: { readonly zpid: number } | { readonly offerId: number }): string {
  return String('zpid' in record ? record.zpid : record.offerId)
}

interface Called {
  readonly call: { readonly tool: string; readonly given: Readonly<Record<string, unknown>> }
  readonly answer: ToolAnswer
}

/** Makes the calls of a question. Leaves out a call that depends on an answer that was refused. */
async function callsOf({ calls }: Question, stage: Stage): Promise<readonly Called[]> {
  const called: Called[] = []
  for (const callOf of calls) {
    if (typeof callOf === 'function' && called.some(({ answer }) => answer.isError)) break
    const call = typeof callOf === 'function' ? callOf(called.map(answerOf)) : callOf
    called.push({ call, answer: await stage.call(call.tool, call.given) })
  }
  return called
}

function answerOf({ answer }: Called): ToolAnswer {
  return answer
}

/** Whether a search's answer fails to mention an argument, so that a lost filter would not be noticed. */
function isUntold({ call, answer }: Called): boolean {
  if (call.tool !== 'search_homes' || answer.isError) return false
  const remarks = [...(answer.data.applied ?? []), ...(answer.data.dropped ?? [])].map((each) => JSON.stringify(each))
  return Object.keys(call.given).some((name) => {
    const stem = name.replace(/_(min|max)$/, '')
    return !/^(limit|detail|cursor|sort)$/.test(name) && !remarks.some((each) => each.includes(`"${stem}`))
  })
}

/** The possible outcomes of a malformed call. */
export const MALFORMED_ENDS = {
  mended: 'answered as the call that was meant, and said so',
  refused: 'refused with what is accepted',
  asked: 'refused with what must be known, where it may mean several things',
  unhelpful: 'refused without what is accepted',
  unremarked: 'answered as the call that was meant, without a word',
  changed: 'answered as something else',
} as const
export type MalformedEnd = keyof typeof MALFORMED_ENDS

/** Outcomes after which a model has its answer, or knows what to ask. */
export const GOOD: ReadonlySet<MalformedEnd> = new Set(['mended', 'refused', 'asked'])

export interface Tried extends Malformed {
  readonly end: MalformedEnd
  readonly text: string
}

/** Makes every malformed call. */
export async function tryMalformed(stage: Stage): Promise<readonly Tried[]> {
  const plain = plainCalls(stage)
  const answers = new Map<unknown, ToolAnswer>()
  for (const { tool, given } of plain) answers.set(given, await stage.call(tool, given))
  const tried: Tried[] = []
  for (const each of [...malformedOf(stage.tools, plain), ...UNCLEAR]) {
    const answer = await stage.call(each.tool, each.given)
    tried.push({ ...each, end: endOf(each, answer, answers.get(each.meant)), text: answer.text })
  }
  return tried
}

function endOf(each: Malformed, told: ToolAnswer, plain: ToolAnswer | undefined): MalformedEnd {
  const { meant } = each
  if (isWords(meant)) {
    if (!told.isError) return 'changed'
    return meant.every((words) => words.test(told.text)) ? 'asked' : 'unhelpful'
  }
  if (plain === undefined || plain.isError)
    throw new Error(`${each.tool} ${JSON.stringify(meant)} is no good call: ${plain?.text}`)
  if (!told.isError) return !isSame(told, plain) ? 'changed' : isRemarked(told, plain) ? 'mended' : 'unremarked'
  return /\bmust (?:be|have)\b|\bAllowed: |\bworks? (?:only )?with\b|\bneeds\b/.test(told.text)
    ? 'refused'
    : 'unhelpful'
}

function isWords(meant: Malformed['meant']): meant is readonly RegExp[] {
  return Array.isArray(meant)
}

/** Keys of answers that describe the call, not its results. */
const OF_THE_CALL = new Set(['applied', 'dropped', 'ambiguous', 'credits', 'metadata', 'more', 'next', 'period'])

/** Whether an answer has the results and parameters of the valid call. */
function isSame(told: ToolAnswer, plain: ToolAnswer): boolean {
  const parameters = new Set(parametersIn(told))
  return foundIn(told) === foundIn(plain) && parametersIn(plain).every((each) => parameters.has(each))
}

function parametersIn({ data }: ToolAnswer): readonly string[] {
  return (data.applied ?? []).map(({ value }) => value)
}

function foundIn({ data }: ToolAnswer): string {
  return JSON.stringify(Object.entries(data).filter(([name]) => !OF_THE_CALL.has(name)))
}

/**
 * Whether an answer mentions the mistake. Some tools need not, because their answers have no place for such a remark.
 */
function isRemarked(told: ToolAnswer, plain: ToolAnswer): boolean {
  return told.data.applied === undefined || remarksIn(told) !== remarksIn(plain)
}

function remarksIn({ data: { applied, dropped, ambiguous } }: ToolAnswer): string {
  return JSON.stringify([applied, dropped, ambiguous])
}
