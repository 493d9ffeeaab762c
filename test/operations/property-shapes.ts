import { ATTRIBUTION } from './home-shape.ts'
import { nullable, type Shape } from './shape.ts'

/** The bodies of the operations that tell one thing of a property. */

export const OWNER_INFO: Shape = {
  message: '200: Success',
  source: 'str',
  zpid: 'str',
  isListedByOwner: 'bool',
  forSaleOrSold_ListingContact: nullable(ATTRIBUTION),
  rentalListingContact: nullable({
    displayName: 'str|null',
    businessName: 'str|null',
    phoneNumber: 'str|null',
    agentBadgeType: 'str|null',
    photoUrl: 'str|null',
    reviewsReceivedCount: 'int',
    reviewsUrl: 'str|null',
    ratingAverage: 'num|null',
    isBrokerLocalCompliance: 'bool|null',
  }),
}

export const CLIMATE_ANSWER: Shape = {
  message: '200: Success',
  source: 'str',
  floodSources: 'obj',
  fireSources: 'obj',
  heatSources: 'obj',
  windSources: 'obj',
  airSources: 'obj',
  overallSources: 'obj',
  disagreement: 'obj?',
}

export const CLIMATE_SOURCE: Shape = {
  name: 'str',
  score: 'num',
  scale: { min: 'num', max: 'num' },
  higherIsWorse: 'bool',
  unit: 'str',
  rating: 'str?',
  resolution: 'parcel|tract|county',
  vintage: 'str',
  explanation: 'str',
  source: 'str',
}

export const CHART: Shape = {
  message: '200: Success',
  source: 'str',
  GraphType: 'zestimate_history|rent_zestimate_history|listing_price|zestimate_percent_change|tax_assessment|tax_paid',
  RecentFirst: 'bool',
  DataPoints: {
    homeValueChartData: [{ name: 'str', source: 'str', points: [{ x: 'ms', y: 'num' }] }],
    streetAddress: 'str',
    city: 'str',
    state: 'str',
    zipcode: 'str',
  },
  Current_Rent_Zestimate: 'num?',
}
