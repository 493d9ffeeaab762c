/** The two brand words and the origins that stand in answers. */
export interface Words {
  /** The portal word as written, e.g. `Portal`; it is part of `daysOnPortal`. */
  readonly Portal: string
  /** The portal word in lower case; it is part of `portalURL`. */
  readonly portal: string
  readonly portalOrigin: string
  readonly mediaOrigin: string
}

/** The portal word in the forms that declarations use. */
export type PortalWords = Pick<Words, 'Portal' | 'portal'>

/** Replaces `{Portal}` by the portal word, `{portal}` by the word in lower case, and `{P}` by its initial. */
export function portalWords(words: PortalWords): (text: string) => string {
  let put = puts.get(words)
  if (put === undefined) {
    put = putting(words)
    puts.set(words, put)
  }
  return put
}

/** Equal words always get one function, so that results can be cached by the function. */
const puts = new WeakMap<PortalWords, (text: string) => string>()

function putting({ Portal, portal }: PortalWords): (text: string) => string {
  const initial = Portal.slice(0, 1)
  return (text) =>
    text.includes('{')
      ? text.replaceAll('{Portal}', Portal).replaceAll('{portal}', portal).replaceAll('{P}', initial)
      : text
}
