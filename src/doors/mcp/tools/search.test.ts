import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Door } from '../door.ts'
import { runTool } from '../tool.ts'
import { search } from './search.ts'

/** Returns the operation that a query runs. */
async function askedFor(query: string): Promise<string> {
  const paths: string[] = []
  const door: Door = {
    run: async (path) => {
      paths.push(path)
      return { status: 404, body: {}, credits: 0, left: undefined, retryAfterS: undefined }
    },
    failed: (error) => assert.fail(String(error)),
    today: () => '2026-06-15',
    isSample: true,
    words: { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example' },
    areas: ['A'],
    opensPeople: false,
  }
  await runTool(search, { query }, door)
  return paths.join()
}

const ADDRESSES = [
  '100 Baker St, Austin, TX',
  '7 Brook Rd, Austin, TX 78701',
  '12 Orange St, Dallas, TX',
  '77 Tower Rd, Denver, CO',
  '5 Toledo Ave, Austin, TX',
  '9 Homestead Ln, Austin, TX',
  '10 Roomy Ct, Austin, TX',
  '10 Unity Dr, Austin, TX',
  '3 Squire Ln, Austin, TX',
  '21 Carson Ave, Austin, TX',
  '8 Houseman St, Austin, TX',
  '1234 Broadway, Kansas City',
  '1234 Broadway, Kansas City, MO 64111',
  '77 Story Rd, San Jose, CA',
  '500 Plus Park Blvd, Nashville, TN',
  '300 Square Lake Road, Troy, MI',
  '12 Home St., Austin, TX',
]

const SENTENCES = [
  '3 bedroom houses under 600k with a pool in Austin, TX',
  '3 bed St. Louis, MO',
  '3 bedroom Lane County, OR',
  '2 br 1 ba in Austin, TX',
  '2 baths in Austin, TX',
  '2 or 3 bedrooms in Austin, TX',
  '2 to 3 rooms in Austin, TX',
  '3+ bedrooms in Austin, TX',
  '3 plus bedrooms in Austin, TX',
  '2-3 bedrooms in Austin, TX',
  '4-plex in Austin, TX',
  '2 stories in Austin, TX',
  '1,500 sqft homes in Austin, TX',
  '1500 sq ft in Austin, TX',
  '1500 square feet in Austin, TX',
  '5 acres in Austin, TX',
  '2 car garage in Austin, TX',
  '3 condos in Austin, TX',
  '2 townhouses in Austin, TX',
  '2 units in Austin, TX',
  '2 family homes in Austin, TX',
  '1 million dollar homes in Austin, TX',
  '500000 dollars in Austin, TX',
  '3 level house in Austin, TX',
  'houses at 600k in Austin, TX',
]

test('an address is looked up, even if its street begins like a counted word', async () => {
  for (const query of ADDRESSES) assert.match(await askedFor(query), /byaddress$/, query)
})

test('a sentence that begins with a number is not an address', async () => {
  for (const query of SENTENCES) assert.equal(await askedFor(query), '/search/byaiprompt', query)
})
