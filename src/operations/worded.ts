import { type Put, worded as wordedParameters } from '../params/index.ts'
import type { Operation, Words } from './operation.ts'

/** The portal word, as far as declarations name it. */
export type PortalWords = Pick<Words, 'Portal' | 'portal'>

/** Puts the portal word in the place of `{Portal}`, in lower case in that of `{portal}`, and its initial in that of `{P}`. */
export function portalWords({ Portal, portal }: PortalWords): Put {
  const initial = Portal.slice(0, 1)
  return (text) =>
    text.includes('{')
      ? text.replaceAll('{Portal}', Portal).replaceAll('{portal}', portal).replaceAll('{P}', initial)
      : text
}

/** An operation as this server offers it: its declaration with the portal word; its arguments keep their declared names. */
export function worded(operation: Operation, words: PortalWords): Operation {
  const put = portalWords(words)
  const { parameters, rules } = wordedParameters(operation.parameters, operation.rules, put)
  return Object.freeze({
    ...operation,
    summary: put(operation.summary),
    parameters,
    rules,
  } satisfies Operation)
}
