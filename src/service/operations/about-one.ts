import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Context } from '../../catalog/ports/context.ts'
import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import { component, type Fields, type FieldsOf, type OnlyDeclared } from '../../kit/answers/index.ts'
import type { FailureCode } from '../../kit/base/failure.ts'
import type { Args, Handling, Parameters } from '../../kit/params/index.ts'
import { anyOf, type EmptyContainer, HOME_FAILURES, HOME_IDENTIFIERS, identifyHome } from './identify.ts'
import { type Operation, operationLike } from './operation.ts'
import { identifySubject, PLACE_FAILURES, PLACE_IDENTIFIERS, recordOf } from './subject.ts'

/** How operations about a home, a building or another record find that record. */
interface Identification<P extends Parameters, S> {
  readonly parameters: P
  readonly failures: readonly FailureCode[]
  identify(args: Args<P>, catalog: Catalog, empty: EmptyContainer): Promise<S>
  recordOf(subject: S): { readonly source: string }
}

/** The declaration of an operation about one record. Its answer has `keys` after the message and the source. */
interface AboutOne<S, F extends Fields, R extends Keys<S, F>> {
  readonly path: string
  readonly beyond?: true
  readonly summary: string
  /** Name of the answer in OpenAPI documents. */
  readonly answer: string
  readonly keys: F
  /** Empty values that refusals contain too, for clients that read these keys without checking the status. */
  readonly empty: EmptyContainer
  readonly failures?: readonly FailureCode[]
  readonly run: R & OnlyDeclared<Awaited<ReturnType<R>>, FieldsOf<F>>
}

type Keys<S, F extends Fields> = (
  subject: S,
  context: Context,
  handling?: Handling,
) => FieldsOf<F> | Promise<FieldsOf<F>>

function operationsAbout<P extends Parameters, S>({ parameters, failures, ...way }: Identification<P, S>) {
  return <F extends Fields, R extends Keys<S, F>>(declared: AboutOne<S, F, R>): Operation => {
    const run: Keys<S, F> = declared.run
    return operationLike({
      ...(declared.beyond && { beyond: true as const }),
      path: declared.path,
      summary: declared.summary,
      group: 'Specific property info',
      parameters,
      rules: anyOf(parameters, 'property'),
      failures: [...failures, ...(declared.failures ?? [])],
      answer: component(declared.answer, answer(declared.keys)),
      run: async (args, context, _texts, handling) => {
        const subject = await way.identify(args, context.catalog, declared.empty)
        const keys = await run(subject, context, handling)
        return { message: '200: Success', source: sourceName(context.catalog.about(), way.recordOf(subject)), ...keys }
      },
    })
  }
}

/** Declares an operation about a home, identified by one of three parameters. */
export const homeOperation = operationsAbout({
  parameters: HOME_IDENTIFIERS,
  failures: HOME_FAILURES,
  identify: identifyHome,
  recordOf: (home) => home,
})

/** Declares an operation about a home or a building. */
export const placeOperation = operationsAbout({
  parameters: PLACE_IDENTIFIERS,
  failures: PLACE_FAILURES,
  identify: identifySubject,
  recordOf,
})
