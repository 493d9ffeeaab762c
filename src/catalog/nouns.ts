import type { Agent, Office } from '../model/agent.ts'
import type { Building } from '../model/building.ts'
import type { Experience } from '../model/experience.ts'
import type { Home } from '../model/home.ts'
import type { ClimateScore, MarketSeries, MortgageRate } from '../model/market.ts'
import type { Offer } from '../model/offer.ts'
import type { Person } from '../model/person.ts'
import type { School } from '../model/school.ts'

/** The nouns of a catalogue, stored by id: a whole number for homes and offers, text for the others. */
export interface Records {
  home: Home
  building: Building
  agent: Agent
  office: Office
  school: School
  person: Person
  series: MarketSeries
  rate: MortgageRate
  climate: ClimateScore
  offer: Offer
  experience: Experience
}
export type Noun = keyof Records
export type IdOf<N extends Noun> = N extends 'home' | 'offer' ? number : string
