/** Paths of other editions of the interface, each with the operation here that has the same answer. */
export const OTHER_PATHS: Readonly<Record<string, string>> = {
  '/client/byaddress': '/pro/byaddress',
  '/custom_ac/byzpid': '/pro/byzpid',
  '/custom_ad/byzpid': '/pro/byzpid',
}

/** Paths of other editions that have no equivalent here, each with what to call instead. */
export const INSTEAD: Readonly<Record<string, string>> = {
  '/custom_ab/byaddress': '/pro/byaddress has what is known about a home.',
  '/custom_ae/searchbyaddress': '/search/byaddress finds the homes; figures of investments are not computed.',
  '/property': '/pro/byzpid has the same facts, in propertyDetails.',
  '/propertyextendedsearch': '/search/byaddress finds the homes, in searchResults.',
  '/propertycomps': '/comparable_homes has recent sales nearby.',
  '/search/offmarket':
    'homes off the market cannot be searched; /search/byaddress with listingStatus=Sold finds sold ones.',
}

/** Returns the paths of other editions that an operation also answers. */
export function otherPathsOf(path: string): readonly string[] {
  return Object.keys(OTHER_PATHS).filter((other) => OTHER_PATHS[other] === path)
}
