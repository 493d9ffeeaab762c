import { sourceName } from '../../../catalog/ports/source-name.ts'
import { answer, SOURCE, texts } from '../../../kit/answers/answer-head.ts'
import {
  component,
  day as dayValue,
  each,
  large,
  listOf,
  nullable,
  number,
  object,
  text as textValue,
  whole,
} from '../../../kit/answers/index.ts'
import { dayOf } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { personal, required, text } from '../../../kit/params/index.ts'
import type { Home } from '../../../model/home.ts'
import { regionAt } from '../../../places/regions/of-regions.ts'
import { regionLabel } from '../../../places/regions/region-label.ts'
import { MINI_ROW, miniRowsOf } from '../../rendering/rows/mini-row.ts'
import { OWNER_ROW } from '../../rendering/rows/owner-row.ts'
import { surroundingsOf } from '../../rendering/surroundings.ts'
import { operation } from '../operation.ts'
import { pageParameter, spanOf } from '../paging.ts'

const PAGE_HOMES = 25

const OWNED_HOME = component(
  'OwnedHome',
  object({
    home: MINI_ROW,
    owners: textValue('The owners as the source writes them.'),
    mailingAddress: nullable(textValue()),
    source: SOURCE,
    date: nullable(dayValue('When the owner was recorded, or else the day of the file; null if neither is known.')),
  }),
)

const sumOf = (figure: string) => object({ homes: whole(`Homes with ${figure}.`), sum: number('Dollars.') })

export const ownerPortfolio = operation({
  path: '/owner/portfolio',
  beyond: true,
  summary: 'The homes of an owner, with totals, points for a map, and other owners with the same mailing address.',
  group: 'Owners',
  credits: 6,
  skip: true,
  parameters: {
    ownerId: personal(required(text(200, 'kT3vQ9xLw2Vb7NfR'), 'Id of the owner, as /owner/search returns it.')),
    page: pageParameter(PAGE_HOMES),
  },
  subject: ({ ownerId, page }) => `owner ${ownerId}${page === 1 ? '' : ` (page ${page})`}`,
  failures: ['owner.unknown'],
  answer: component(
    'OwnerPortfolio',
    answer({
      owner: OWNER_ROW,
      homeCount: whole(),
      estimates: sumOf('a published estimate'),
      assessments: sumOf('an assessed value; the latest counts'),
      places: listOf(object({ ...texts('name'), homes: whole() }), 'Cities, most homes first; at most 50.'),
      bounds: nullable(object(each(number('Degrees.'), 'west', 'south', 'east', 'north'))),
      points: listOf(
        object({ zpid: large(), ...each(number('Degrees.'), 'latitude', 'longitude') }),
        'For a map: at most 1,000 homes.',
      ),
      homes: listOf(OWNED_HOME, 'In order of id.'),
      sameMailingAddress: listOf(OWNER_ROW, 'Other owners, most homes first; at most 100.'),
    }),
  ),
  run: async ({ ownerId, page }, context, _texts, handling) => {
    const { catalog } = context
    const { owners, records } = catalog
    const owner = await owners.owner(ownerId)
    if (owner === undefined) throw unknown()
    const [totals, ids, sharing] = await Promise.all([
      owners.totals(ownerId),
      owners.homesOf(ownerId, spanOf(page, PAGE_HOMES)),
      owners.sharing(ownerId),
    ])
    const homes = (await Promise.all(ids.map((id) => records.get('home', id)))).filter((home) => home !== undefined)
    const rows = await miniRowsOf(homes, records, surroundingsOf(context, handling))
    const rowOf = new Map(rows.map(({ home, row }) => [home.zpid, row]))
    const about = catalog.about()
    const sources = homes.map((home) => sourceName(about, { source: home.owner?.source ?? home.source }))
    return {
      message: '200: Success',
      source: [...new Set(sources)].join('; ') || sourceName(about),
      owner: OWNER_ROW.of(owner),
      homeCount: totals.homes,
      estimates: totals.estimates,
      assessments: totals.assessments,
      places: totals.cities.flatMap(({ region, homes: count }) => {
        const known = regionAt(region, catalog.regions())
        return known === undefined ? [] : [{ name: regionLabel(known), homes: count }]
      }),
      bounds: totals.bounds ?? null,
      points: totals.points,
      homes: homes.flatMap((home, at) => {
        const row = rowOf.get(home.zpid)
        const { name: names, address = null } = home.owner ?? {}
        if (row === undefined || names === undefined) return []
        return [
          {
            home: row.inPlace,
            owners: names,
            mailingAddress: address,
            source: sources[at] ?? '',
            date: dayOfOwner(home),
          },
        ]
      }),
      sameMailingAddress: sharing.map((other) => OWNER_ROW.of(other)),
    }
  },
})

function dayOfOwner({ owner, toldMs }: Home) {
  return owner?.day ?? (toldMs === undefined ? null : dayOf(toldMs))
}

/** Returns the refusal for an unknown id. It does not repeat the id, because a caller may have sent a name. */
function unknown(): Fault {
  return new Fault('owner.unknown', '404: no owner in this catalog has this id.', { container: { homes: [] } })
}
