import type { Context } from '../../catalog/ports/context.ts'
import type { Lent, Query } from '../../catalog/ports/query.ts'
import type { OnlyDeclared, Value } from '../../kit/answers/index.ts'
import type { FailureCode } from '../../kit/base/failure.ts'
import type { Args, Handling, Parameters, Rule, Texts } from '../../kit/params/index.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { ShownLocation } from '../rendering/shown-location.ts'
import { withOtherNames } from './other-names.ts'
import { withWarnings } from './warnings.ts'

export const AREAS = ['A', 'B', 'C'] as const
export type Area = (typeof AREAS)[number]

/** The body of a 200 that an operation returns, as plain data or as the bytes of its JSON. */
export type Answer = object

/** The question of a search to the catalog. */
export interface AskedPage<N extends SearchedNoun = SearchedNoun> {
  readonly noun: N
  readonly query: Query<N>
  /** The places that were asked for, as they were understood. */
  readonly locations?: readonly ShownLocation[] | undefined
}

/** A page of events; `next` gets what comes behind it, and `more` says that there is some already. */
export interface EventPage {
  readonly events: readonly { readonly cursor: string }[]
  readonly next: string
  readonly more: boolean
}

/** A body that is put together from what is encoded already. */
export interface EncodedBody {
  readonly jsonBytes: number
  json(): Lent
  /** Returns this body with more entries at the end of the object, from the comma before them on. */
  with(more: string): EncodedBody
}

/** An answer that is encoded already; `T` is the type of its JSON. */
export class EncodedAnswer<out T = object> {
  /** Never set: only carries the type. */
  declare readonly answer?: T
  readonly body: EncodedBody
  /**
   * Fingerprint of everything the body depends on besides the call's own path and query: if all three are equal, the
   * bytes are too. Undefined if there is none, and the bytes themselves have to be hashed.
   */
  readonly fingerprint: string | undefined

  constructor(body: EncodedBody, fingerprint: string | undefined) {
    this.body = body
    this.fingerprint = fingerprint
  }
}

/** One operation of the interface: its declaration on top, `run` below. */
export interface Operation<P extends Parameters = Parameters> {
  readonly area: Area
  /** Set on an operation that the interface lacks. */
  readonly beyond?: true
  /** The spelling of the interface; requests match regardless of case. */
  readonly path: string
  /** One sentence for the list of operations. */
  readonly summary: string
  /** Group in the docs, e.g. `Property look-ups`. */
  readonly group: string
  readonly credits: number
  /** Open only to plans that allow skip tracing. */
  readonly skip?: true
  /**
   * Set on an operation that tells what is new: its answer is an `EventPage` and its arguments are, among others, those
   * of `FollowedArgs`, so that a call may wait for what is to come, or have it sent on. It is priced by its events.
   */
  readonly follows?: true
  readonly parameters: P
  readonly rules: readonly Rule<P>[]
  /** The failures that calls of this operation may meet besides those of any call. */
  readonly failures: readonly FailureCode[]
  /** The body of a 200. Its type, its OpenAPI schema and the check of every answer in tests follow from it. */
  readonly answer: Value<object>
  /** Declared by searches that answer cards page by page, which call it first: what a call asks the catalog for. */
  ask?(args: Args<P>, context: Context, handling?: Handling): Promise<AskedPage>
  /** Whom a call asks about, for the audit log. If declared, every call is logged with its key before it runs. */
  subject?(args: Args<P>): string
  /** `texts`: the arguments as they were given, by their names. With `lenient` handling unknown figures are numbers. */
  run(args: Args<P>, context: Context, texts: Texts, handling?: Handling): Promise<Answer>
}

type Run<P extends Parameters, T> = (
  args: Args<P>,
  context: Context,
  texts: Texts,
  handling?: Handling,
) => Promise<T | EncodedAnswer<T>>

/** An operation without the defaults. */
type Declaration<P extends Parameters> = Omit<Operation<P>, 'rules' | 'failures' | 'area' | 'credits'> &
  Partial<Pick<Operation<P>, 'failures' | 'area' | 'credits'>> & { readonly rules?: readonly Rule<NoInfer<P>>[] }

interface TypedAnswer<P extends Parameters, T extends object, R extends Run<P, T>> {
  readonly answer: Value<T>
  readonly run: R & OnlyDeclared<BodyOf<Awaited<ReturnType<R>>>, T>
}

/** The body that an answer carries, as data or encoded. */
type BodyOf<A> = A extends EncodedAnswer<infer T> ? T : A

/** Fills in the defaults: area A, one credit, no rules, no failures of its own. `run` must return what `answer` declares. */
export function operation<P extends Parameters, T extends object, R extends Run<P, T>>(
  declaration: Omit<Declaration<P>, 'answer' | 'run'> & TypedAnswer<P, T, R>,
): Operation {
  return operationLike(declaration as unknown as Declaration<P>) // T and R matter inside the declaration only
}

/** Fills in the defaults for operations of one kind, whose keys that kind compares with their declaration. */
export function operationLike<P extends Parameters>(declaration: Declaration<P>): Operation {
  const answer = tellsWarnings(declaration) ? withWarnings(declaration.answer) : declaration.answer
  const parameters = withOtherNames(declaration.parameters)
  const filled = { area: 'A', credits: 1, rules: [], failures: [], ...declaration, parameters, answer }
  return Object.freeze(filled as unknown as Operation) // P matters inside the declaration only
}

/** Without parameters there is nothing to warn of but unknown names, which the header tells. */
export function tellsWarnings({ parameters }: { readonly parameters: Parameters }): boolean {
  return Object.keys(parameters).length > 0
}
