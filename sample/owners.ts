import { Random } from '../src/kit/algorithms/random.ts'
import type { Home, HomeOwner } from '../src/model/home.ts'
import type { Calendar } from './calendar.ts'
import { firstResident } from './people.ts'

/** One in this many homes belongs to a company. */
const HOMES_PER_COMPANY_HOME = 64
/** Homes that follow each other, among which companies buy: each company has about ten of them. */
const HOMES_PER_LANDLORD = 2048
const COMPANIES_PER_LANDLORD = 3

/**
 * Draws the owner of a home: the first person on record there, or one of three companies with the same mailing address.
 * Most homes have no owner on record. Uses a generator of its own, so that no other value of the sample depends on it.
 */
export class OwnerMaker {
  readonly #seed: number
  readonly #calendar: Calendar
  readonly #random: Random

  constructor(seed: number, calendar: Calendar) {
    this.#seed = seed
    this.#calendar = calendar
    this.#random = new Random(seed, 'owner')
  }

  ownerOf(index: number, home: Pick<Home, 'homeType' | 'address' | 'lotId'>): HomeOwner | undefined {
    if (home.homeType === 'LOT' || home.address.undisclosed) return undefined
    const random = this.#random
    const resident = firstResident(this.#seed, index, random)
    if (resident !== undefined && home.lotId === undefined) {
      const { streetAddress, city, state, zipcode } = home.address
      const name = `${resident.surname} ${resident.given}`.toUpperCase()
      return {
        name,
        address: `${streetAddress}, ${city}, ${state} ${zipcode}`,
        day: this.#calendar.day(resident.movedIn),
      }
    }
    if (index % HOMES_PER_COMPANY_HOME !== 5) return undefined
    random.restart(this.#seed, 'owner', index)
    const landlord = Math.floor(index / HOMES_PER_LANDLORD) + 1
    const name = `SAMPLE HOMES ${landlord} ${'ABC'.charAt(random.below(COMPANIES_PER_LANDLORD))} LLC`
    return {
      name,
      address: `PO BOX ${1000 + landlord}, ${home.address.state}`,
      day: this.#calendar.day(random.whole(200, 4200)),
    }
  }
}
