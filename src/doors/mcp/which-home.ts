import type { Given, Properties } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { Refusal } from './refusal.ts'

/** Which home a tool is asked about. */
export const WHICH: Properties = {
  id: { type: 'string', maxLength: 40, description: 'Id of the home, from a search.' },
  address: { type: 'string', description: 'Or its whole address, with unit, city and state.' },
}

/** Exactly one of the two; an address that fits several homes is refused by the operation, with candidates. */
export function whichHome(given: Given): Constraint {
  const [id, address] = [given.text('id'), given.text('address')]
  if ((id === undefined) === (address === undefined)) throw new Refusal('Give exactly one of id and address.')
  if (address !== undefined) return { argument: 'address', words: address, query: { byaddress: address } }
  const zpid = homeId(id ?? '')
  return { argument: 'id', words: `home ${zpid}`, query: { byzpid: zpid } }
}

/** Searches for hosts name homes `home:123`; the tools about one home take both. */
export function homeId(id: string): string {
  const zpid = id.replace(/^(?:home:|zpid[ :=]*|#)/i, '')
  if (/^\d{1,15}$/.test(zpid)) return zpid
  throw new Refusal(`id must be a number from a search, such as 10001870; you sent "${id}".`)
}
