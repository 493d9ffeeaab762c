import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import { homesOf } from '../addresses/home-lines.ts'
import { call } from './call.ts'
import { smallContext } from './small-catalog.ts'
import { streetAnswered } from './street-answered.ts'

/** Address lines without a leading house number, or with an unusual one. Similar lines must not be confused. */
const LINES = `
  HC 79 BOX 4311, Torrey, UT 84775
  HC 79 BOX 4300, Torrey, UT 84775
  HC 7 BOX 4311, Torrey, UT 84775
  RR 2 BOX 115, Hazard, KY 41701
  RR 21 BOX 15, Hazard, KY 41701
  CARR 181 KM 6.9, Trujillo Alto, PR 00976
  CARR 181 KM 6.1, Trujillo Alto, PR 00976
  CARR 18 KM 16.9, Trujillo Alto, PR 00976
  AVENIDA HOSTOS 834, Ponce, PR 00717
  AVENIDA HOSTOS 843, Ponce, PR 00717
  834 AVENIDA MUNOZ RIVERA, San Juan, PR 00927
  5401/5409 FLATLANDS AVENUE, Brooklyn, NY 11234
  5411 FLATLANDS AVENUE, Brooklyn, NY 11234
  12 MAIN STREET, Austin, TX 78701
  21 MAIN STREET, Austin, TX 78701
  12 COUNTY ROAD, Austin, TX 78701
  150 E 400 S, Salt Lake City, UT 84111
  150 E 400 N, Salt Lake City, UT 84103
  400 S 150 E, Bountiful, UT 84010
  N6W23001 BLUEMOUND ROAD, Waukesha, WI 53188
  W204N6482 MERIDIAN DRIVE, Menomonee Falls, WI 53051
  91-1121 KEAUNUI DRIVE, Ewa Beach, HI 96706
  91-112 KEAUNUI DRIVE, Ewa Beach, HI 96706
  94-210 PUPUKAHI STREET, Waipahu, HI 96797
  9-4210 PUPUKAHI STREET, Waipahu, HI 96797
  41-25 KISSENA BOULEVARD, Flushing, NY 11355
  41-25 LAMAR BOULEVARD, Austin, TX 78701
  12 CALLE SOL, San Juan, PR 00901
  14 CALLE DEL CRISTO, San Juan, PR 00901
  15 CALLE SOL, San Juan, PR 00901
  15 SOL AVENUE, San Juan, PR 00901
  16 CALLE LUNA, San Juan, PR 00901
  16 AVENIDA LUNA, San Juan, PR 00901
  77 CALLE MAYOR, Ponce, PR 00730
  79 C/ MAYOR, Ponce, PR 00730
  31 CLL LOIZA, San Juan, PR 00911
  1311 EAST 57TH STREET, Brooklyn, NY 11234
  100 GRAND CONCOURSE, Bronx, NY 10451
  200 BROADWAY, New York, NY 10038
  200 BROADWAY, Brooklyn, NY 11211
  300 BEDFORD AVENUE, Brooklyn, NY 11249
  PSC 1234 BOX 5678, APO, AE 09012
  PSC 1234 BOX 567, APO, AE 09012
  UNIT 2050 BOX 4190, APO, AP 96278
`
const homes = homesOf(LINES)
const context = smallContext({ bare: true, homes })

/**
 * Returns the line in the answer. If there is no answer, returns the status, and the lines of candidates if there are
 * any.
 */
async function answerTo(text: string): Promise<string> {
  const answered = await streetAnswered(text, context)
  if (!(answered instanceof Fault)) return answered
  const candidates = (answered.extras.candidates ?? []) as readonly { readonly address?: string }[]
  const lines = answered.status === 409 ? candidates.map(({ address = '' }) => address) : []
  return [String(answered.status), ...lines].join(' ')
}

test('lookups find everything that completion shows', async () => {
  for (const { address } of homes) {
    const { streetAddress, city, state, zipcode } = address
    const { results } = (await call('/autocomplete', { query: `${streetAddress}, ${city}, ${state}` }, context)) as {
      results: { display: string }[]
    }
    assert.equal(results[0]?.display, `${streetAddress}, ${city}, ${state} ${zipcode}`)
    assert.equal(await answerTo(results[0]?.display ?? ''), streetAddress)
  }
})

test('completion knows every word for a kind in front of a street, and inserts a missing one', async () => {
  const shown = {
    '12 so': '12 CALLE SOL, San Juan, PR 00901',
    '77 C May': '77 CALLE MAYOR, Ponce, PR 00730',
    '77 Cll May': '77 CALLE MAYOR, Ponce, PR 00730',
    '79 Calle Mayor pon': '79 C/ MAYOR, Ponce, PR 00730',
    '31 Calle Lo': '31 CLL LOIZA, San Juan, PR 00911',
    'Cll Loi': '31 CLL LOIZA, San Juan, PR 00911',
    '77 Ponce': undefined,
  }
  for (const [query, display] of Object.entries(shown)) {
    const { results } = (await call('/autocomplete', { query }, context)) as { results: { display: string }[] }
    assert.equal(results[0]?.display, display, query)
  }
})

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'HC 79 BOX 4311': ['hc79 box 4311 torrey ut', 'HCR 79 Box 4311, Torrey', 'Highway Contract 79 Box 4311, Torrey, UT'],
  'RR 2 BOX 115': ['Rural Route 2 Box 115, Hazard, KY', 'RR 2 # 115, Hazard, KY', 'RFD 2 Box 115 Hazard KY 41701'],
  'CARR 181 KM 6.9': [
    'Carretera 181 Km 6.9, Trujillo Alto',
    'PR-181 Km 6.9, Trujillo Alto, PR',
    'Carr. 181 KM. 6.9 Trujillo Alto PR 00976',
  ],
  'AVENIDA HOSTOS 834': [
    '834 Avenida Hostos, Ponce, PR',
    'Avda Hostos 834, Ponce',
    'avenida hostos 834 ponce pr 00717',
  ],
  '5401/5409 FLATLANDS AVENUE': ['5401/5409 Flatlands Ave, Brooklyn', '5401-5409 Flatlands Ave, Brooklyn, NY'],
  '12 MAIN STREET': ['Main St 12, Austin, TX', 'Main Street 12', 'Main St #12, Austin', 'Main St 12 Austin TX 78701'],
  '150 E 400 S': ['150 E 400S, Salt Lake City, UT', '150E 400S, Salt Lake City', '150 East 400 South, Salt Lake City'],
  'N6W23001 BLUEMOUND ROAD': [
    'N6-W23001 Bluemound Rd, Waukesha, WI',
    'N6 W23001 Bluemound Rd, Waukesha',
    'W23001 N6 Bluemound Rd, Waukesha, WI',
    'W23001N6 Bluemound Rd, Waukesha, WI',
  ],
  '91-1121 KEAUNUI DRIVE': ['911121 Keaunui Dr, Ewa Beach, HI', '91 1121 Keaunui Dr, Ewa Beach, HI'],
  '91-112 KEAUNUI DRIVE': ['91112 Keaunui Dr, Ewa Beach, HI', '91 112 Keaunui Dr, Ewa Beach, HI'],
  '41-25 KISSENA BOULEVARD': ['4125 Kissena Blvd, Flushing, NY', '41 25 Kissena Blvd, Flushing, NY'],
  '12 CALLE SOL': [
    '12 C/ Sol, San Juan, PR',
    'C/Sol 12, San Juan',
    'C/ Sol #12, San Juan',
    'Cll Sol 12, San Juan',
    '12 Sol',
    'Sol 12',
  ],
  '14 CALLE DEL CRISTO': ['C/ del Cristo 14, San Juan', '14 Cll del Cristo, San Juan', '14 Del Cristo, San Juan'],
  '77 CALLE MAYOR': ['77 C Mayor', '77 Mayor, Ponce', 'C Mayor 77', '77 Cll Mayor, Ponce, PR 00730'],
  '79 C/ MAYOR': ['79 Calle Mayor', '79 C Mayor, Ponce', '79 Mayor', '79 Cll Mayor, Ponce'],
  '31 CLL LOIZA': ['31 Calle Loiza', '31 C/ Loíza, San Juan', '31 C Loiza', '31 Loiza'],
  '1311 EAST 57TH STREET': ['1311 E 57th St, New York, NY 11234'],
  '200 BROADWAY': ['200 Broadway, New York, NY', '200 Broadway, Brooklyn, NY', '200 Broadway, New York, NY 11211'],
  'PSC 1234 BOX 5678': ['PSC 1234 Box 5678, APO AE', 'psc 1234 box 5678 apo ae 09012'],
}

test('unusual lines are found in the spellings that people use', async () => {
  for (const [line, texts] of Object.entries(SPELLINGS))
    for (const text of texts) assert.equal(await answerTo(text), line, text)
})

test('an ambiguous line lists candidates, and a neighboring home is never answered', async () => {
  const asked = {
    '400 S 150 E, Salt Lake City, UT': '409 150 E 400 S, Salt Lake City, UT 84111',
    '5401 Flatlands Ave, Brooklyn': '409 5401/5409 FLATLANDS AVENUE, Brooklyn, NY 11234',
    '5409 Flatlands Ave, Brooklyn': '409 5401/5409 FLATLANDS AVENUE, Brooklyn, NY 11234',
    '94210 Pupukahi St, Waipahu, HI':
      '409 9-4210 PUPUKAHI STREET, Waipahu, HI 96797 94-210 PUPUKAHI STREET, Waipahu, HI 96797',
    '4125 Lamar Blvd, Austin, TX': '409 41-25 LAMAR BOULEVARD, Austin, TX 78701',
    '1311 E 57th St, New York, NY': '409 1311 EAST 57TH STREET, Brooklyn, NY 11234',
    '100 Grand Concourse, NYC': '409 100 GRAND CONCOURSE, Bronx, NY 10451',
    '300 Bedford Ave, Williamsburg, NY': '409 300 BEDFORD AVENUE, Brooklyn, NY 11249',
    '300 Bedford Ave, Northside': '409 300 BEDFORD AVENUE, Brooklyn, NY 11249',
    '300 Bedford Ave, Albany, NY': '404',
    'County Road 12, Austin, TX': '404',
    'Main St, Austin, TX 78701': '404',
    'HC 79 Box 43, Torrey, UT': '404',
    'HC 79, Torrey, UT': '404',
    'Highway 2 Box 115, Hazard, KY': '404',
    'HC 2 Box 115, Hazard, KY': '404',
    'RR 2 Box 15, Hazard, KY': '404',
    'Carr 181 Km 69, Trujillo Alto, PR': '404',
    'Carr 181 Km 6, Trujillo Alto, PR': '404',
    'Avenida Hostos 83, Ponce, PR': '404',
    '5412 Flatlands Ave, Brooklyn': '404',
    'Main St Apt 12, Austin, TX': '404',
    'Main St 1, Austin, TX': '404',
    'W23002 N6 Bluemound Rd, Waukesha, WI': '404',
    '9111 21 Keaunui Dr, Ewa Beach, HI': '404',
    'PSC 1234 Box 56, APO AE': '404',
    'c/o Sol 12, San Juan': '404',
    '15 Sol, San Juan': '409 15 CALLE SOL, San Juan, PR 00901 15 SOL AVENUE, San Juan, PR 00901',
    '16 Luna': '409 16 AVENIDA LUNA, San Juan, PR 00901 16 CALLE LUNA, San Juan, PR 00901',
    '12 Calle Main, Austin': '404',
    '12 Avenida Sol': '404',
    '12 Sol St': '404',
  }
  for (const [text, outcome] of Object.entries(asked)) assert.equal(await answerTo(text), outcome, text)
})
