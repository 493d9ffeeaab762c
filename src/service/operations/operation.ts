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

/** The body of a successful answer: plain data or an `EncodedAnswer`. */
export type Answer = object

/** The catalog query of a search, and how its places were understood. */
export interface AskedPage<N extends SearchedNoun = SearchedNoun> {
  readonly noun: N
  readonly query: Query<N>
  /** The requested places, and how each was understood. */
  readonly locations?: readonly ShownLocation[] | undefined
}

/** A page of events. `next` is the cursor after the page; `more` says whether more events already exist. */
export interface EventPage {
  readonly events: readonly { readonly cursor: string }[]
  readonly next: string
  readonly more: boolean
}

/** A body whose parts are already JSON. */
export interface EncodedBody {
  readonly jsonBytes: number
  json(): Lent
  /** Returns this body with further entries at the end of the object. `more` starts with a comma. */
  with(more: string): EncodedBody
}

/** An answer that is already JSON; `T` is the type of its JSON. */
export class EncodedAnswer<out T = object> {
  /** Never set; it only carries the type. */
  declare readonly answer?: T
  readonly body: EncodedBody
  /**
   * Fingerprint of all data that the body depends on, except the request itself. Equal fingerprints for equal paths and
   * queries mean equal bytes. If undefined, the bytes themselves must be hashed.
   */
  readonly fingerprint: string | undefined

  constructor(body: EncodedBody, fingerprint: string | undefined) {
    this.body = body
    this.fingerprint = fingerprint
  }
}

/** One operation of the interface. In its file, the declaration comes first, then `run`. */
export interface Operation<P extends Parameters = Parameters> {
  readonly area: Area
  /** Set if Plat adds the operation to the interface. */
  readonly beyond?: true
  /** Path in the spelling of the interface. Requests match regardless of case. */
  readonly path: string
  /** One sentence for the list of operations. */
  readonly summary: string
  /** Group in the docs, e.g. `Property look-ups`. */
  readonly group: string
  readonly credits: number
  /** Set if only plans that allow skip tracing may call the operation. */
  readonly skip?: true
  /**
   * Set on an operation that returns changes. Its answer is an `EventPage` and its arguments include `FollowedArgs`. A
   * request can therefore wait for new events or be delivered to a webhook. The price depends on the number of events.
   */
  readonly follows?: true
  readonly parameters: P
  readonly rules: readonly Rule<P>[]
  /** Failures of requests, in addition to the failures that every request may have. */
  readonly failures: readonly FailureCode[]
  /** Declares the body of a successful answer. The type, the OpenAPI schema and a check in tests derive from it. */
  readonly answer: Value<object>
  /**
   * Returns the catalog query of a request. Searches with pages of results declare it, and their `run` calls it first.
   */
  ask?(args: Args<P>, context: Context, handling?: Handling): Promise<AskedPage>
  /**
   * Returns the person whom a request is about. If declared, every request is written to the audit log before it runs.
   */
  subject?(args: Args<P>): string
  /** `texts` are the arguments as sent, by name. With `lenient` handling, some unknown numbers are 0 instead of null. */
  run(args: Args<P>, context: Context, texts: Texts, handling?: Handling): Promise<Answer>
}

type Run<P extends Parameters, T> = (
  args: Args<P>,
  context: Context,
  texts: Texts,
  handling?: Handling,
) => Promise<T | EncodedAnswer<T>>

/** A declaration of an operation. Entries with defaults may be missing. */
type Declaration<P extends Parameters> = Omit<Operation<P>, 'rules' | 'failures' | 'area' | 'credits'> &
  Partial<Pick<Operation<P>, 'failures' | 'area' | 'credits'>> & { readonly rules?: readonly Rule<NoInfer<P>>[] }

interface TypedAnswer<P extends Parameters, T extends object, R extends Run<P, T>> {
  readonly answer: Value<T>
  readonly run: R & OnlyDeclared<BodyOf<Awaited<ReturnType<R>>>, T>
}

/** The type of an answer's body, for plain data and for encoded answers. */
type BodyOf<A> = A extends EncodedAnswer<infer T> ? T : A

/**
 * Fills in the defaults: area A (homes), one credit, no rules, and no failures of its own. The compiler checks that
 * `run` returns what `answer` declares.
 */
export function operation<P extends Parameters, T extends object, R extends Run<P, T>>(
  declaration: Omit<Declaration<P>, 'answer' | 'run'> & TypedAnswer<P, T, R>,
): Operation {
  return operationLike(declaration as unknown as Declaration<P>) // T and R only serve to check the declaration
}

/** Fills in the defaults for operations whose answer has already been checked against `run`. */
export function operationLike<P extends Parameters>(declaration: Declaration<P>): Operation {
  const answer = tellsWarnings(declaration) ? withWarnings(declaration.answer) : declaration.answer
  const parameters = withOtherNames(declaration.parameters)
  const filled = { area: 'A', credits: 1, rules: [], failures: [], ...declaration, parameters, answer }
  return Object.freeze(filled as unknown as Operation) // P only serves to check the declaration
}

/**
 * Whether an operation's answers contain warnings. Without parameters, only unknown names cause warnings, and a header
 * lists these names.
 */
export function tellsWarnings({ parameters }: { readonly parameters: Parameters }): boolean {
  return Object.keys(parameters).length > 0
}
