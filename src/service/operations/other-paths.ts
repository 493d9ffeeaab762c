/** Paths in other editions of the interface, each with the operation here that returns the same answer. */
export const OTHER_PATHS: Readonly<Record<string, string>> = {
  '/client/byaddress': '/pro/byaddress',
  '/custom_ac/byzpid': '/pro/byzpid',
  '/custom_ad/byzpid': '/pro/byzpid',
}

/** Paths in other editions that have no counterpart here, each with what to call instead. */
export const INSTEAD: Readonly<Record<string, string>> = {
  '/custom_ab/byaddress': '/pro/byaddress has what is known about a home.',
  '/custom_ae/searchbyaddress': '/search/byaddress finds the homes; figures of investments are not computed.',
  '/property': '/pro/byzpid has the same facts, in propertyDetails.',
  '/propertyextendedsearch': '/search/byaddress finds the homes, in searchResults.',
  '/propertycomps': '/comparable_homes has recent sales nearby.',
  '/search/offmarket':
    'homes off the market cannot be searched; /search/byaddress with listingStatus=Sold finds sold ones.',
}

/** Words in unknown paths, each with a sentence that names the operation to call instead. The first match counts. */
const BY_WORD: readonly (readonly [words: RegExp, instead: string])[] = [
  [/review/, '/agent/details has the reviews of an agent, in reviewsData.'],
  [
    /history|chart/,
    '/graph_charts has the values of a home over ten years. /pricehistory has its prices, and /taxinfo has its taxes.',
  ],
  [/photo|image|picture/, '/propimages has the pictures of a home.'],
  [/school/, '/pro/byzpid has the schools of a home, in propertyDetails.'],
  [/tax/, '/taxinfo has the taxes of a home.'],
  [/skip|person|people/, '/skip/byaddress finds the persons at an address.'],
  [/agent|realtor/, '/agent/search finds agents.'],
  [/mortgage/, '/current_mortgage_rates has the rates.'],
  [/rent.*estimate|estimate|valuation|avm/, '/pro/byzpid has the estimates of a home, in propertyDetails.'],
  [/trend|market/, '/housing_market and /rental_market have the figures of a place.'],
  [/comps|comparable|similar/, '/comparable_homes has recent sales nearby, and /similar has homes like one.'],
  [/radius|coordinate|lat.?l(?:ng|on)/, '/search/bycoordinates finds homes around a point.'],
  [
    /^\/(?:v\d+\/)?(?:(?:homes?|listings?|propert(?:y|ies)|for.?(?:sale|rent)|sold)(?:\/|$)|search(?:\/|$)|.*by.?(?:city|zip|zipcode|state|county|location)$)/,
    '/search/byaddress finds homes in a city, ZIP code, county or state.',
  ],
]

/** Returns the sentence for an unknown path. Undefined if no operation returns something similar. */
export function insteadOf(path: string): string | undefined {
  return INSTEAD[path] ?? BY_WORD.find(([words]) => words.test(path))?.[1]
}

/** Returns paths that other editions of the interface use for an operation. */
export function otherPathsOf(path: string): readonly string[] {
  return Object.keys(OTHER_PATHS).filter((other) => OTHER_PATHS[other] === path)
}
