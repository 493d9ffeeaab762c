/** The two brand words and the origins that stand in answers. */
export interface Words {
  /** The portal word as written, e.g. `Portal`: in `daysOnPortal`. */
  readonly Portal: string
  /** The portal word in lower case: in `portalURL`. */
  readonly portal: string
  readonly portalOrigin: string
  readonly mediaOrigin: string
}

/** The portal word, as far as declarations name it. */
export type PortalWords = Pick<Words, 'Portal' | 'portal'>

/**
 * Puts the portal word in the place of `{Portal}`, in lower case in that of `{portal}`, and its initial in that of
 * `{P}`.
 */
export function portalWords({ Portal, portal }: PortalWords): (text: string) => string {
  const initial = Portal.slice(0, 1)
  return (text) =>
    text.includes('{')
      ? text.replaceAll('{Portal}', Portal).replaceAll('{portal}', portal).replaceAll('{P}', initial)
      : text
}
