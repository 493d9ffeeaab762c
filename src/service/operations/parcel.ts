import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import { component, listOf, Ready, text as textValue, whole } from '../../kit/answers/index.ts'
import { Fault } from '../../kit/base/failure.ts'
import { quote, Refusal, required, type Shape, text, unlogged } from '../../kit/params/index.ts'
import { parcelKey } from '../../places/addresses/home-keys.ts'
import { MINI_ROW, miniRowsOf } from '../rendering/rows/mini-row.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'
import { countyNamed, homesOnParcel } from './homes-on-parcel.ts'
import { operation } from './operation.ts'
import { onPage, pageParameter } from './paging.ts'

const PAGE_HOMES = 100

const written = text(100, '012-034.5678')

const parcelNumber: Shape<string> = {
  ...written,
  parse: (given) => {
    const read = written.parse(given)
    if (read instanceof Refusal || parcelKey(read) !== undefined) return read
    return new Refusal('must be a parcel number: four or more letters and digits, with three digits in a row.')
  },
}

export const parcel = operation({
  path: '/parcel',
  beyond: true,
  summary: 'The homes on a parcel, by the number of the county’s assessor (APN).',
  group: 'Property look-ups',
  parameters: {
    apn: unlogged(
      required(parcelNumber, 'Parcel number in any spelling: punctuation, blanks and leading zeros do not matter.'),
    ),
    county: unlogged(required(text(200, 'King County, WA'), 'Name of the county, with its state, or its FIPS code.')),
    page: pageParameter(PAGE_HOMES),
  },
  failures: ['home.unknown', 'place.unknown', 'place.ambiguous'],
  answer: component(
    'Parcel',
    answer({
      parcelNumber: textValue('The parcel number, spelled as in the record of the first home.'),
      county: textValue(),
      homeCount: whole('Homes on the parcel.'),
      homes: listOf(MINI_ROW, 'In order of id.'),
    }),
  ),
  run: async ({ apn, county, page }, context, _texts, handling) => {
    const { catalog } = context
    const { label, counties } = countyNamed(county, catalog, EMPTY)
    const homes = await homesOnParcel(apn, counties, catalog)
    const [first] = homes
    if (first?.parcelNumber === undefined) throw noParcel(apn, label)
    const shown = onPage(homes, page, PAGE_HOMES)
    const rows = await miniRowsOf(shown, catalog.records, surroundingsOf(context, handling))
    return {
      message: '200: Success',
      source: [...new Set(homes.map((home) => sourceName(catalog.about(), home)))].join('; '),
      parcelNumber: first.parcelNumber,
      county: label,
      homeCount: homes.length,
      homes: Ready.list(rows.map(({ row }) => row)).inPlace,
    }
  },
})

const EMPTY = { homes: [] }

function noParcel(apn: string, county: string): Fault {
  return new Fault(
    'home.unknown',
    `404: no property in this catalog has the parcel number ${quote(apn)} in ${county}.`,
    {
      container: EMPTY,
    },
  )
}
