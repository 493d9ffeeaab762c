import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import { type FailureCode, Fault, type PossibleMeaning } from '../../kit/base/failure.ts'
import {
  type Args,
  homeReference,
  homeUrl,
  optional,
  type Parameters,
  quote,
  type Rule,
  text,
  unlogged,
} from '../../kit/params/index.ts'
import type { Home } from '../../model/home.ts'
import type { HomeBrief } from '../../model/home-brief.ts'
import { addressSlips } from '../../places/addresses/address-slips.ts'
import { type Candidate, type Resolution, resolveAddress } from '../../places/addresses/resolve.ts'
import { known } from './as-of.ts'

/**
 * Empty keys in the answer of a look-up that does not find exactly one home. Some clients read them without checking
 * the status.
 */
export type EmptyContainer = Readonly<Record<string, object>>

const CANDIDATES_SHOWN = 20

export const addressText = text(500, '1204 N Lamar Blvd, Austin, TX 78703')

/** The three parameters that identify a property; one of them is enough. */
export const HOME_IDENTIFIERS = {
  byzpid: unlogged(optional(homeReference, 'Property id; a property URL or an address is accepted too.')),
  byurl: unlogged(
    optional(homeUrl, 'URL of the property; only its path and query matter. Used if you do not send byzpid.'),
  ),
  byaddress: unlogged(optional(addressText, 'Address of the property. Used if you send neither byzpid nor byurl.')),
}

/** Failures of requests whose id or address does not identify exactly one home. */
export const HOME_FAILURES: readonly FailureCode[] = ['home.unknown', 'address.ambiguous']

/**
 * The rules of operations that need at least one of these parameters. If several are sent, only the first has an
 * effect.
 */
export function anyOf<P extends Parameters>(parameters: P, what: string): readonly Rule<P>[] {
  const names = Object.keys(parameters)
  const given = (args: Args<P>) => names.filter((name) => args[name] !== undefined)
  const atLeastOne: Rule<P> = {
    doc: `At least one of ${names.join(', ')}.`,
    check: (args) =>
      given(args).length > 0
        ? undefined
        : {
            parameter: names[0] ?? '',
            code: 'param.missing',
            detail: `Say which ${what}: send one of ${names.join(', ')}.`,
            accepted: names,
          },
  }
  const firstCounts: Rule<P> = {
    doc: 'If you send several of these, only the first in this order has an effect.',
    outcome: 'noEffect',
    check: (args) => {
      const [first, ...others] = given(args)
      return others.map((parameter) => ({
        parameter,
        code: 'param.inapplicable',
        detail: `Cannot use ${parameter} with ${first}: only ${first} counts.`,
      }))
    },
  }
  return names.length > 1 ? [atLeastOne, firstCounts] : [atLeastOne]
}

/** Finds the home by its identifiers: the id takes precedence over the URL, the URL over the address. */
export function identifyHome(
  { byzpid, byurl, byaddress }: Args<typeof HOME_IDENTIFIERS>,
  catalog: Catalog,
  empty: EmptyContainer,
): Promise<Home> {
  const read = wholeHome(catalog.records)
  const zpid = byzpid ? (byzpid.kind === 'zpid' ? byzpid.zpid : undefined) : byurl
  if (zpid !== undefined) return homeWithZpid(zpid, read, empty)
  return homeAtAddress(byzpid?.kind === 'address' ? byzpid.text : (byaddress ?? ''), catalog, read, empty)
}

/** Reads the parts of a home that an operation needs. */
export type ReadHome<H> = (zpid: number) => Promise<H | undefined>

export function wholeHome(records: RecordLookup): ReadHome<Home> {
  return (zpid) => records.get('home', zpid)
}

/** Throws `home.unknown` if the catalog has no home with this id. */
export async function homeWithZpid<H extends HomeBrief>(
  zpid: number,
  read: ReadHome<H>,
  empty: EmptyContainer,
): Promise<H> {
  const home = await read(zpid)
  if (home) return known(home)
  throw new Fault('home.unknown', `404: no property in this catalog has the id ${zpid}.`, { container: empty })
}

/**
 * Finds the only home at an address, without guessing. Throws `home.unknown` if no home matches, and
 * `address.ambiguous` if several do. Never finds a home with an undisclosed address.
 */
export async function homeAtAddress<H extends HomeBrief>(
  address: string,
  catalog: Catalog,
  read: ReadHome<H>,
  empty: EmptyContainer,
): Promise<H> {
  const resolved = await resolveAddress(address, catalog.addresses)
  if (resolved.kind === 'several') throw ambiguous(address, resolved, empty)
  const home = resolved.kind === 'one' ? await read(Number(resolved.entry.id)) : undefined
  if (home && !home.address.undisclosed) return known(home)
  throw noHomeAt(address, resolved.kind === 'none' ? await addressSlips(address, catalog.addresses) : [], empty)
}

type Several = Extract<Resolution, { readonly kind: 'several' }>

function ambiguous(address: string, several: Several, empty: EmptyContainer): Fault {
  const { candidates } = several
  return new Fault('address.ambiguous', whyAmbiguous(quote(address), several), {
    candidates: candidates.slice(0, CANDIDATES_SHOWN).map(shownCandidate),
    candidateCount: candidates.length,
    container: empty,
  })
}

/**
 * Explains why an address is ambiguous. Even a single candidate is ambiguous if words were not understood or parts are
 * missing, because these could mean another home.
 */
function whyAmbiguous(address: string, { candidates, inPart, doubtful }: Several): string {
  const accepted = 'send one of the addresses in candidates.'
  const [first] = candidates
  const nearest = first === undefined ? '' : ` The most similar is ${first.entry.display} (${first.why}).`
  if (inPart) return `Cannot read all of ${address}: ${accepted}${nearest}`
  if (doubtful) return `No property in this catalog is at ${address} as written: ${accepted}${nearest}`
  const isAll = candidates.length <= CANDIDATES_SHOWN
  const shown = isAll ? 'them' : `the first ${CANDIDATES_SHOWN} of them`
  const others = isAll ? '' : ' /autocomplete lists the others: give it the address and the beginning of the unit.'
  return `${address} fits ${candidates.length} properties: send one of the candidates, which are ${shown}.${others}`
}

/**
 * Returns the refusal for an address without a home. It suggests the nearest match, which is usually the intended home.
 */
function noHomeAt(address: string, near: readonly Candidate[], empty: EmptyContainer): Fault {
  const [first] = near
  const hint = first ? ` The nearest is ${first.entry.display} (${first.why}).` : ''
  return new Fault('home.unknown', `404: no property in this catalog is at ${quote(address)}.${hint}`, {
    container: empty,
    ...(first && { candidates: near.map(shownCandidate) }),
  })
}

function shownCandidate({ entry, why }: Candidate): PossibleMeaning {
  return { zpid: Number(entry.id), address: entry.display, why }
}
