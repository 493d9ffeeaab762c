/** The word that stands for the portal in names and answers, in two spellings, and the origins of URLs in answers. */
export interface Words {
  /** The portal word as written, e.g. `Portal`; it is part of `daysOnPortal`. */
  readonly Portal: string
  /** The portal word in lower case; it is part of `portalURL`. */
  readonly portal: string
  readonly portalOrigin: string
  readonly mediaOrigin: string
}

export type PortalWords = Pick<Words, 'Portal' | 'portal'>

/**
 * Returns a function that replaces `{Portal}` with the portal word, `{portal}` with the word in lower case, and `{P}`
 * with its initial.
 */
export function portalWords(words: PortalWords): (text: string) => string {
  let replacer = replacers.get(words)
  if (replacer === undefined) {
    replacer = replacerOf(words)
    replacers.set(words, replacer)
  }
  return replacer
}

/** The function for each words object. It is always the same, so that callers can cache results by function. */
const replacers = new WeakMap<PortalWords, (text: string) => string>()

function replacerOf({ Portal, portal }: PortalWords): (text: string) => string {
  const initial = Portal.slice(0, 1)
  return (text) =>
    text.includes('{')
      ? text.replaceAll('{Portal}', Portal).replaceAll('{portal}', portal).replaceAll('{P}', initial)
      : text
}
