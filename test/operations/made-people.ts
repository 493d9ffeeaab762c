import type { Agent, AgentReview } from '../../src/model/agent.ts'
import type { Person } from '../../src/model/person.ts'
import { RICH } from './made-homes.ts'

/** People of the made-up neighborhood: some with all facts, others with almost none. */

const HERE = { streetAddress: RICH.address.streetAddress, city: 'Austin', state: 'TX', zipcode: '78703' }
const ELSEWHERE = { streetAddress: '9 Elm St APT 2', city: 'Dallas', state: 'TX', zipcode: '75201' }

export const PAT: Person = {
  personId: 'person-pat',
  name: 'Pat Resident',
  born: '1980-11-21',
  phones: [
    { number: '(512) 555-0171', type: 'Wireless', provider: 'Sample Wireless', lastReported: '2026-01-02' },
    { number: '(512) 555-0172', type: 'Landline' },
  ],
  emails: ['pat@example.com'],
  addresses: [
    { ...HERE, county: 'Travis', from: '2019-05-30' },
    { ...ELSEWHERE, county: 'Dallas', from: '2010-01-01', to: '2019-05-29' },
  ],
  relatives: ['person-sam', 'person-gone'],
  associates: ['person-lee'],
}

export const SAM: Person = {
  personId: 'person-sam',
  name: 'Sam Resident',
  born: '2001-02-03',
  phones: [],
  emails: [],
  addresses: [{ ...HERE, from: '2019-05-30' }],
  relatives: ['person-pat'],
  associates: [],
}

/** A person who moved to an unknown address. */
export const LEE: Person = {
  personId: 'person-lee',
  name: 'Lee Former',
  phones: [],
  emails: [],
  addresses: [{ ...HERE, to: '2019-04-30' }],
  relatives: [],
  associates: ['person-pat'],
}

export const PEOPLE: readonly Person[] = [LEE, SAM, PAT]

const REVIEW: AgentReview = {
  reviewId: 'review-1',
  rating: 4,
  comment: 'Kept every appointment.',
  date: '2026-03-04',
  workDescription: 'Sold a house',
}

/** An agent with every field. */
export const CARA: Agent = {
  agentId: 'agent-cara',
  username: 'cara-complete',
  name: 'Cara Complété-Jones',
  phone: '512-555-0103',
  email: 'cara@example.com',
  licenseNumber: 'TX3',
  memberMlsId: 'HC3',
  officeId: 'office-1',
  city: 'Austin',
  state: 'TX',
  isTopAgent: true,
  inBusinessSince: 2011,
  description: 'Knows each street.',
  specialties: ['relocation', 'luxury-homes'],
  languages: ['english', 'polish'],
  photoUrl: 'https://photos.example/cara.jpg',
  reviews: [REVIEW, { ...REVIEW, reviewId: 'review-2', rating: 5 }],
}
