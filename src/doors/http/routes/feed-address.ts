/** The path of feeds. A feed's secret follows it. */
export const FEEDS_PATH = '/feeds'

export function feedAddress(secret: string, origin: string): string {
  return `${origin}${FEEDS_PATH}/${secret}`
}
