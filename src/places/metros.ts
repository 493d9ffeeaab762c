/** A metropolitan statistical area as the Office of Management and Budget drew it in 2020, by counties. */
export interface Metro {
  /** Five digits: its CBSA code. */
  readonly code: string
  readonly name: string
  /** Two letters: the state of its principal city. */
  readonly state: string
  readonly countyFips: readonly string[]
}

/** Metros of a million people and more, and a few that are growing there. */
export const METROS: readonly Metro[] = [
  [
    '12060',
    'Atlanta-Sandy Springs-Alpharetta',
    'GA',
    '13013 13015 13035 13045 13057 13063 13067 13077 13085 13089 13097 13113 13117 13121 13135 13143 13149 13151 13159 13171 13199 13211 13217 13223 13227 13231 13247 13255 13297',
  ],
  ['12420', 'Austin-Round Rock-Georgetown', 'TX', '48021 48055 48209 48453 48491'],
  ['12580', 'Baltimore-Columbia-Towson', 'MD', '24003 24005 24013 24025 24027 24035 24510'],
  ['14260', 'Boise City', 'ID', '16001 16015 16027 16045 16073'],
  ['14460', 'Boston-Cambridge-Newton', 'MA', '25009 25017 25021 25023 25025 33015 33017'],
  ['16740', 'Charlotte-Concord-Gastonia', 'NC', '37007 37025 37071 37097 37109 37119 37159 37179 45023 45057 45091'],
  [
    '16980',
    'Chicago-Naperville-Elgin',
    'IL',
    '17031 17037 17043 17063 17089 17093 17097 17111 17197 18073 18089 18111 18127 55059',
  ],
  [
    '17140',
    'Cincinnati',
    'OH',
    '18029 18047 18115 18161 21015 21023 21037 21077 21081 21117 21191 39015 39017 39025 39061 39165',
  ],
  ['17460', 'Cleveland-Elyria', 'OH', '39035 39055 39085 39093 39103'],
  ['18140', 'Columbus', 'OH', '39041 39045 39049 39073 39089 39097 39117 39127 39129 39159'],
  ['19100', 'Dallas-Fort Worth-Arlington', 'TX', '48085 48113 48121 48139 48231 48251 48257 48367 48397 48439 48497'],
  ['19740', 'Denver-Aurora-Lakewood', 'CO', '08001 08005 08014 08019 08031 08035 08039 08047 08059 08093'],
  ['19820', 'Detroit-Warren-Dearborn', 'MI', '26087 26093 26099 26125 26147 26163'],
  ['26420', 'Houston-The Woodlands-Sugar Land', 'TX', '48015 48039 48071 48157 48167 48201 48291 48339 48473'],
  ['26900', 'Indianapolis-Carmel-Anderson', 'IN', '18011 18013 18057 18059 18063 18081 18095 18097 18109 18133 18145'],
  ['27260', 'Jacksonville', 'FL', '12003 12019 12031 12089 12109'],
  ['28140', 'Kansas City', 'MO', '20091 20103 20107 20121 20209 29013 29025 29037 29047 29049 29095 29107 29165 29177'],
  ['29820', 'Las Vegas-Henderson-Paradise', 'NV', '32003'],
  ['31080', 'Los Angeles-Long Beach-Anaheim', 'CA', '06037 06059'],
  ['31140', 'Louisville/Jefferson County', 'KY', '18019 18043 18061 18175 21029 21103 21111 21185 21211 21215'],
  ['32820', 'Memphis', 'TN', '05035 28009 28033 28093 28137 28143 47047 47157 47167'],
  ['33100', 'Miami-Fort Lauderdale-Pompano Beach', 'FL', '12011 12086 12099'],
  ['33340', 'Milwaukee-Waukesha', 'WI', '55079 55089 55131 55133'],
  [
    '33460',
    'Minneapolis-St. Paul-Bloomington',
    'MN',
    '27003 27019 27025 27037 27053 27059 27079 27095 27123 27139 27141 27163 27171 55093 55109',
  ],
  [
    '34980',
    'Nashville-Davidson-Murfreesboro-Franklin',
    'TN',
    '47015 47021 47037 47043 47111 47119 47147 47149 47159 47165 47169 47187 47189',
  ],
  ['35380', 'New Orleans-Metairie', 'LA', '22051 22071 22075 22087 22089 22093 22095 22103'],
  [
    '35620',
    'New York-Newark-Jersey City',
    'NY',
    '34003 34013 34017 34019 34023 34025 34027 34029 34031 34035 34037 34039 36005 36047 36059 36061 36079 36081 36085 36087 36103 36119 42103',
  ],
  ['36420', 'Oklahoma City', 'OK', '40017 40027 40051 40081 40083 40087 40109'],
  ['36740', 'Orlando-Kissimmee-Sanford', 'FL', '12069 12095 12097 12117'],
  [
    '37980',
    'Philadelphia-Camden-Wilmington',
    'PA',
    '10003 24015 34005 34007 34015 34033 42017 42029 42045 42091 42101',
  ],
  ['38060', 'Phoenix-Mesa-Chandler', 'AZ', '04013 04021'],
  ['38300', 'Pittsburgh', 'PA', '42003 42005 42007 42019 42051 42125 42129'],
  ['38900', 'Portland-Vancouver-Hillsboro', 'OR', '41005 41009 41051 41067 41071 53011 53059'],
  ['39300', 'Providence-Warwick', 'RI', '25005 44001 44003 44005 44007 44009'],
  ['39580', 'Raleigh-Cary', 'NC', '37069 37101 37183'],
  ['40140', 'Riverside-San Bernardino-Ontario', 'CA', '06065 06071'],
  ['40900', 'Sacramento-Roseville-Folsom', 'CA', '06017 06061 06067 06113'],
  [
    '41180',
    'St. Louis',
    'MO',
    '17005 17013 17027 17083 17117 17119 17133 17163 29071 29099 29113 29183 29189 29219 29510',
  ],
  ['41620', 'Salt Lake City', 'UT', '49035 49045'],
  ['41700', 'San Antonio-New Braunfels', 'TX', '48013 48019 48029 48091 48187 48259 48325 48493'],
  ['41740', 'San Diego-Chula Vista-Carlsbad', 'CA', '06073'],
  ['41860', 'San Francisco-Oakland-Berkeley', 'CA', '06001 06013 06041 06075 06081'],
  ['41940', 'San Jose-Sunnyvale-Santa Clara', 'CA', '06069 06085'],
  ['42660', 'Seattle-Tacoma-Bellevue', 'WA', '53033 53053 53061'],
  ['45300', 'Tampa-St. Petersburg-Clearwater', 'FL', '12053 12057 12101 12103'],
  [
    '47260',
    'Virginia Beach-Norfolk-Newport News',
    'VA',
    '37029 37053 37073 51073 51093 51095 51115 51175 51199 51550 51620 51650 51700 51710 51735 51740 51800 51810 51830',
  ],
  [
    '47900',
    'Washington-Arlington-Alexandria',
    'DC',
    '11001 24009 24017 24021 24031 24033 51013 51043 51047 51059 51061 51107 51113 51153 51157 51177 51179 51187 51510 51600 51610 51630 51683 51685 54037',
  ],
].map(([code = '', name = '', state = '', counties = '']) => ({ code, name, state, countyFips: counties.split(' ') }))

const byCounty = new Map(METROS.flatMap((metro) => metro.countyFips.map((fips) => [fips, metro])))

/** The metro that a county belongs to; undefined for counties outside the largest metros. */
export function metroOfCounty(countyFips: string): Metro | undefined {
  return byCounty.get(countyFips)
}
