/** The path of feeds. A secret follows. */
export const FEEDS_PATH = '/feeds'

export function feedAddress(secret: string, origin: string): string {
  return `${origin}${FEEDS_PATH}/${secret}`
}
