import { type Properties, type ToolArguments, textArgument } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { Refusal } from './refusal.ts'

/** Arguments that identify a home. */
export const WHICH: Properties = {
  id: textArgument('Id of the home, from a search.', 40),
  address: textArgument('Or its full address, with unit, city and state.'),
}

/**
 * Returns the id or address of the home. Throws a Refusal unless exactly one of them is given. For an ambiguous
 * address, the operation refuses with candidates.
 */
export function whichHome(args: ToolArguments): Constraint {
  const [id, address] = [args.text('id'), args.text('address')]
  if ((id === undefined) === (address === undefined)) throw new Refusal('Give exactly one of "id" and "address".')
  if (address !== undefined) return { argument: 'address', words: address, query: { byaddress: address } }
  const zpid = homeId(id ?? '')
  return { argument: 'id', words: `home ${zpid}`, query: { byzpid: zpid } }
}

/** Returns the number in a home's id. The tool `search` writes ids as `home:123`, other tools as `123`. */
export function homeId(id: string): string {
  const zpid = id.replace(/^(?:home:|zpid[ :=]*|#)/i, '')
  if (/^\d{1,16}$/.test(zpid)) return zpid
  throw new Refusal(`id must be a number from a search, such as 10001870; you sent "${id}".`)
}
