/** Feeds stand below it, each at a secret of its own. */
export const FEEDS_PATH = '/feeds'

export function feedAddress(secret: string, origin: string): string {
  return `${origin}${FEEDS_PATH}/${secret}`
}
