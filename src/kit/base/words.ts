/** The service's word in names such as `daysOnPortal`, in two spellings, and the origins of URLs in answers. */
export interface Words {
  /** As in `daysOnPortal`. By default `Portal`. */
  readonly Portal: string
  /** In lower case, as in `portalURL`. */
  readonly portal: string
  readonly portalOrigin: string
  readonly mediaOrigin: string
}

export type PortalWords = Pick<Words, 'Portal' | 'portal'>

/** Returns a function that replaces `{Portal}` and `{portal}` with the service's word, and `{P}` with its initial. */
export function portalWords(words: PortalWords): (text: string) => string {
  let replacer = replacers.get(words)
  if (replacer === undefined) {
    replacer = replacerOf(words)
    replacers.set(words, replacer)
  }
  return replacer
}

/** One function per words object, so that callers can cache results by function. */
const replacers = new WeakMap<PortalWords, (text: string) => string>()

function replacerOf({ Portal, portal }: PortalWords): (text: string) => string {
  const initial = Portal.slice(0, 1)
  return (text) =>
    text.includes('{')
      ? text.replaceAll('{Portal}', Portal).replaceAll('{portal}', portal).replaceAll('{P}', initial)
      : text
}
