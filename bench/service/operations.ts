import type { Area } from '../../src/operations/operation.ts'

/** An operation that the bench calls. */
export interface Called {
  readonly name: OperationName
  readonly area: Area
  /** Questions of one measurement: enough for half a second or so. */
  readonly questions: number
}

/** One more operation is one more line here, and how its questions are drawn, in questions.ts. */
export const OPERATION_NAMES = [
  '/byzpid',
  '/pro/byzpid',
  '/byaddress',
  '/autocomplete',
  '/similar',
  '/comparable_homes',
  '/graph_charts',
  'searches',
  'offers',
  'experiences',
] as const
export type OperationName = (typeof OPERATION_NAMES)[number]

export const CALLED: readonly Called[] = [
  { name: '/byzpid', area: 'A', questions: 2000 },
  { name: '/pro/byzpid', area: 'A', questions: 300 },
  { name: '/byaddress', area: 'A', questions: 1000 },
  { name: '/autocomplete', area: 'A', questions: 1000 },
  { name: '/similar', area: 'A', questions: 400 },
  { name: '/comparable_homes', area: 'A', questions: 400 },
  { name: '/graph_charts', area: 'A', questions: 500 },
  { name: 'searches', area: 'A', questions: 300 },
  { name: 'offers', area: 'B', questions: 400 },
  { name: 'experiences', area: 'C', questions: 300 },
]

/** As programs ask that know no better: `gzip, deflate` is what requests and undici send over plain HTTP. */
export const FORMS = {
  plain: {},
  gzip: { 'accept-encoding': 'gzip, deflate' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
export type Form = keyof typeof FORMS

/** A measurement at so many connections asks at least this often over each: fewer would only be starting and ending. */
const QUESTIONS_PER_CONNECTION = 2

export function questionsAt({ questions }: Called, connections: number): number {
  return Math.max(questions, connections * QUESTIONS_PER_CONNECTION)
}
