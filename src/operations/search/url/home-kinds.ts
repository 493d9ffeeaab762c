import type { HomeType } from '../../../model/home.ts'
import { homeTypeConditions, homeTypeNames } from '../filters/home-types.ts'
import type { SwitchName } from './keys.ts'
import { type Entry, NOTHING } from './notes.ts'
import { ask, type Reading } from './reading.ts'

const TYPE_SWITCHES = ['sf', 'tow', 'mf', 'con', 'apa', 'apco', 'land', 'manu', 'ah'] as const satisfies SwitchName[]

/**
 * Kinds of home are told by those that are switched off; a kind that is not mentioned is on, unless `ah` is off. So are
 * all of them when every one is off: an empty choice is no choice.
 */
export function readHomeKinds(reading: Reading): void {
  readSpace(reading)
  const entries = TYPE_SWITCHES.map((name) => reading.switches.get(name)).filter((entry) => entry !== undefined)
  if (entries.length === 0) return
  const on = switchedOn(reading)
  if (on.size === 0) tell(reading, entries, 'every kind of home is off: none is left out.')
  else chooseTypes(reading, entries, on)
}

function chooseTypes(reading: Reading, entries: readonly Entry<boolean>[], on: ReadonlySet<HomeType>): void {
  const names = homeTypeNames(reading.listingClass)
  const choosable = Object.values(names).flat()
  const whole = Object.keys(names).filter((name) => names[name]?.every((type) => on.has(type)))
  const types = choosable.filter((type) => on.has(type))
  if (types.length === choosable.length) understand(reading, entries, 'all kinds of homes')
  else if (whole.flatMap((name) => names[name] ?? []).length === types.length) {
    for (const name of whole) reading.wire.ask('homeType', name)
    understand(reading, entries, `homeType=${whole.join(',')}`)
  } else {
    reading.beyond.push(...homeTypeConditions(types))
    understand(reading, entries, `kinds of homes: ${types.join(', ')}`)
  }
}

function switchedOn({ switches, listingClass }: Reading): Set<HomeType> {
  const written = (name: SwitchName) => switches.get(name)?.value
  const unwritten = written('ah') !== false
  const isOn = (name: SwitchName) => written(name) ?? unwritten
  const isRent = listingClass === 'For_Rent'
  const flats = flatsOn(written('apa'), written('con'), written('apco'), unwritten)
  const types: Readonly<Record<HomeType, boolean>> = {
    SINGLE_FAMILY: isOn('sf'),
    TOWNHOUSE: isOn('tow'),
    // Among rentals these two are houses, unless they are spoken of.
    MULTI_FAMILY: isRent ? (written('mf') ?? isOn('sf')) : isOn('mf'),
    MANUFACTURED: isRent ? (written('manu') ?? isOn('sf')) : isOn('manu'),
    CONDO: flats.condos,
    APARTMENT: flats.apartments,
    LOT: isOn('land'),
  }
  const on = (Object.keys(types) as HomeType[]).filter((type) => types[type]) // the keys of a record of HomeType
  return new Set(on)
}

/** `apco` speaks of apartments and condos together, where neither is spoken of alone, or both of them are off. */
function flatsOn(apa: boolean | undefined, con: boolean | undefined, apco: boolean | undefined, unwritten: boolean) {
  const together = apco ?? unwritten
  if (apa === undefined && con === undefined) return { apartments: together, condos: together }
  if (apco === true && apa === false && con === false) return { apartments: true, condos: true }
  return { apartments: apa ?? unwritten, condos: con ?? unwritten }
}

/** Whole homes, or single rooms: the one that is on, or the one that is not off. */
function readSpace(reading: Reading): void {
  const [room, whole] = [reading.switches.get('r4r'), reading.switches.get('r4re')]
  const entries = [room, whole].filter((entry) => entry !== undefined)
  const chosen = entries.some((entry) => entry.value)
  const wants = (entry: Entry<boolean> | undefined) => entry?.value ?? !chosen
  if (entries.length === 0) return
  const text = wants(room) === wants(whole) ? undefined : wants(room) ? 'Room' : 'Entire Place'
  if (text === undefined) understand(reading, entries, NOTHING)
  else for (const entry of entries) ask(reading, entry, 'space', text)
}

function understand({ notes }: Reading, entries: readonly Entry<boolean>[], as: string): void {
  for (const entry of entries) notes.understand(entry, as)
}

function tell({ notes }: Reading, entries: readonly Entry<boolean>[], why: string): void {
  for (const entry of entries) notes.leaveOut(entry.key, why)
}
