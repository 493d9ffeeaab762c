import type { Home } from '../../model/home.ts'
import { currentPrice } from '../../model/market-state.ts'
import { pricePerSquareFoot } from '../figures.ts'
import { lotSizeText } from '../lot-size.ts'
import type { Gathered } from './gathered.ts'
import { atAGlance } from './reso-at-a-glance.ts'
import { rooms } from './reso-baths.ts'
import { features } from './reso-features.ts'
import { fees } from './reso-fees.ts'
import { structure } from './reso-structure.ts'

/** The facts of a home under the names that multiple listing services use. */
export function resoFacts({ home }: Gathered) {
  return {
    resoFacts: {
      ...rooms(home.facts),
      ...structure(home),
      ...features(home.facts),
      ...fees(home.facts),
      ...money(home),
      ...listed(home),
      ...assignedSchools(home),
      parcelNumber: home.parcelNumber ?? null,
      zoning: home.facts.zoning ?? null,
      lotSize: lotSizeText(home.facts.lotSizeSquareFeet),
      cityRegion: home.address.city || null,
      subdivisionName: home.address.subdivision ?? null,
      atAGlanceFacts: atAGlance(home),
      otherFacts: Object.entries(home.facts.other ?? {}).map(([name, value]) => ({ name, value })),
    },
  }
}

function money(home: Home) {
  const { taxes, facts } = home
  return {
    taxAnnualAmount: taxes.findLast((year) => year.taxPaid !== undefined)?.taxPaid ?? null,
    taxAssessedValue: taxes.findLast((year) => year.assessedValue !== undefined)?.assessedValue ?? null,
    pricePerSquareFoot: pricePerSquareFoot(currentPrice(home), facts.livingArea),
  }
}

function listed({ listing, facts }: Home) {
  return {
    onMarketDate: listing?.onMarketMs ?? null,
    listingId: listing?.mlsId ?? null,
    listAOR: listing?.mlsName ?? null,
    virtualTour: listing?.virtualTourUrl ?? null,
    isNewConstruction: listing ? listing.newConstruction === true : null,
    furnished: facts.furnished ?? null,
  }
}

function assignedSchools({ facts }: Home) {
  const district = (school: string | undefined) => (school === undefined ? null : (facts.schoolDistrict ?? null))
  return {
    elementarySchool: facts.elementarySchool ?? null,
    elementarySchoolDistrict: district(facts.elementarySchool),
    middleOrJuniorSchool: facts.middleOrJuniorSchool ?? null,
    middleOrJuniorSchoolDistrict: district(facts.middleOrJuniorSchool),
    highSchool: facts.highSchool ?? null,
    highSchoolDistrict: district(facts.highSchool),
  }
}
