/** The path of feeds, before the secret of a feed. */
export const FEEDS_PATH = '/feeds'

export function feedAddress(secret: string, origin: string): string {
  return `${origin}${FEEDS_PATH}/${secret}`
}
