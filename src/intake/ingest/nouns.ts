import type { ImportNoun } from './import-noun.ts'
import { agents, offices } from './nouns/agent.ts'
import { climateScores } from './nouns/climate.ts'
import { experiences } from './nouns/experience.ts'
import { homes } from './nouns/home.ts'
import { media, openHouses } from './nouns/listing-parts.ts'
import { offers } from './nouns/offer.ts'
import { persons } from './nouns/person.ts'
import { rates } from './nouns/rate.ts'
import { recordedEvents } from './nouns/recorded-event.ts'
import { schools } from './nouns/school.ts'
import { series } from './nouns/series.ts'

/** All record types that can be imported, by their names in mappings. */
const IMPORT_NOUNS = {
  home: homes,
  media,
  openHouse: openHouses,
  recordedEvent: recordedEvents,
  climate: climateScores,
  series,
  rate: rates,
  offer: offers,
  experience: experiences,
  person: persons,
  agent: agents,
  office: offices,
  school: schools,
} as const satisfies Record<string, ImportNoun>

export type ImportNounName = keyof typeof IMPORT_NOUNS

export const IMPORT_NOUN_NAMES = Object.keys(IMPORT_NOUNS) as ImportNounName[]

export function importNounOf(name: ImportNounName): ImportNoun {
  return IMPORT_NOUNS[name]
}
