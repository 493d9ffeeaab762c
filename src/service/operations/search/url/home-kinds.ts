import type { HomeType } from '../../../../model/home.ts'
import { homeTypeConditions, homeTypeNames } from '../filters/home-types.ts'
import type { SwitchName } from './keys.ts'
import { type Entry, NO_CONDITION } from './notes.ts'
import { ask, type Reading } from './reading.ts'

const TYPE_SWITCHES = ['sf', 'tow', 'mf', 'con', 'apa', 'apco', 'land', 'manu', 'ah'] as const satisfies SwitchName[]

/**
 * Reads which kinds of home a URL switches on. A kind without a key is on, unless `ah` is off. If every kind is off,
 * all kinds are searched.
 */
export function readHomeKinds(reading: Reading): void {
  readSpace(reading)
  const entries = TYPE_SWITCHES.map((name) => reading.switches.get(name)).filter((entry) => entry !== undefined)
  if (entries.length === 0) return
  const on = switchedOn(reading)
  if (on.size === 0) leaveOut(reading, entries, 'all kinds of home are switched off, so all are searched.')
  else chooseTypes(reading, entries, on)
}

function chooseTypes(reading: Reading, entries: readonly Entry<boolean>[], on: ReadonlySet<HomeType>): void {
  const names = homeTypeNames(reading.listingClass)
  const choosable = Object.values(names).flat()
  const whole = Object.keys(names).filter((name) => names[name]?.every((type) => on.has(type)))
  const types = choosable.filter((type) => on.has(type))
  if (types.length === choosable.length) understand(reading, entries, 'all kinds of homes')
  else if (whole.flatMap((name) => names[name] ?? []).length === types.length) {
    for (const name of whole) reading.args.add('homeType', name)
    understand(reading, entries, `homeType=${whole.join(',')}`)
  } else {
    reading.extraConditions.push(...homeTypeConditions(types))
    understand(reading, entries, `kinds of homes: ${types.join(', ')}`)
  }
}

function switchedOn({ switches, listingClass }: Reading): Set<HomeType> {
  const given = (name: SwitchName) => switches.get(name)?.value
  const byDefault = given('ah') !== false
  const isOn = (name: SwitchName) => given(name) ?? byDefault
  const isRent = listingClass === 'For_Rent'
  const flats = flatsOn(given('apa'), given('con'), given('apco'), byDefault)
  const types: Readonly<Record<HomeType, boolean>> = {
    SINGLE_FAMILY: isOn('sf'),
    TOWNHOUSE: isOn('tow'),
    // For rentals, these two kinds follow the key for houses unless they have keys of their own.
    MULTI_FAMILY: isRent ? (given('mf') ?? isOn('sf')) : isOn('mf'),
    MANUFACTURED: isRent ? (given('manu') ?? isOn('sf')) : isOn('manu'),
    CONDO: flats.condos,
    APARTMENT: flats.apartments,
    LOT: isOn('land'),
  }
  const on = (Object.keys(types) as HomeType[]).filter((type) => types[type]) // `types` has a key for each HomeType
  return new Set(on)
}

/**
 * Reads `apco`, which applies to both apartments and condos. It counts if neither has a key of its own, or if both are
 * off.
 */
function flatsOn(apa: boolean | undefined, con: boolean | undefined, apco: boolean | undefined, byDefault: boolean) {
  const together = apco ?? byDefault
  if (apa === undefined && con === undefined) return { apartments: together, condos: together }
  if (apco === true && apa === false && con === false) return { apartments: true, condos: true }
  return { apartments: apa ?? byDefault, condos: con ?? byDefault }
}

/**
 * Reads whether to find entire homes or single rooms: the kind that is on. If neither is on, the kind that is not off.
 */
function readSpace(reading: Reading): void {
  const [room, whole] = [reading.switches.get('r4r'), reading.switches.get('r4re')]
  const entries = [room, whole].filter((entry) => entry !== undefined)
  const chosen = entries.some((entry) => entry.value)
  const wants = (entry: Entry<boolean> | undefined) => entry?.value ?? !chosen
  if (entries.length === 0) return
  const text = wants(room) === wants(whole) ? undefined : wants(room) ? 'Room' : 'Entire Place'
  if (text === undefined) understand(reading, entries, NO_CONDITION)
  else for (const entry of entries) ask(reading, entry, 'space', text)
}

function understand({ notes }: Reading, entries: readonly Entry<boolean>[], as: string): void {
  for (const entry of entries) notes.understand(entry, as)
}

function leaveOut({ notes }: Reading, entries: readonly Entry<boolean>[], why: string): void {
  for (const entry of entries) notes.leaveOut(entry.key, why)
}
