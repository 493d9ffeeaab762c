import type { Home } from '../../src/model/home.ts'

const LINE = /^(.+), (.+), ([A-Z]{2})(?: (\d{5}))?$/

/** Returns homes with these addresses, one address per line: `1207 E 55TH ST, Brooklyn, NY 11234`. Ids start at 1. */
export function homesOf(lines: string): Home[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line, at) => {
      const [, streetAddress = '', city = '', state = '', zipcode = ''] = LINE.exec(line) ?? []
      const address = { streetAddress, city, state, zipcode }
      const zpid = at + 1
      return {
        zpid,
        source: 'rows',
        sourceKey: String(zpid),
        address,
        homeType: 'CONDO',
        facts: {},
        history: [],
        taxes: [],
      }
    })
}
