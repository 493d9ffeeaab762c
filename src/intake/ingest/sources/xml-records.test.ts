import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { DraftTrial } from '../../../../test/ingest/draft-trial.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

const HOMES = Array.from({ length: 6 }, (_, i) => {
  const photos = Array.from(
    { length: i % 3 },
    (__, at) => `<photo><url>https://example.org/${i}/${at}.jpg</url></photo>`,
  )
  return `  <h:home ref="R-${i}x" agent="none">
    <place><street>${i + 5} Elm &amp; Oak St</street><city><![CDATA[Portland]]></city><state>OR</state><zip>9720${1 + (i % 3)}</zip></place>
    <price currency="USD">${400 + i}000</price><beds>${2 + i}</beds><photos>${photos.join('')}</photos>
  </h:home>`
})

function document(homes: readonly string[], before = ''): string {
  return `<?xml version="1.0"?>\n${before}<feed xmlns:h="https://example.org/h"><made>today</made>\n<list>\n${homes.join('\n')}\n</list></feed>\n`
}

test('the repeated element of XML becomes rows, with its elements and attributes as columns', async () => {
  const agents = '<agents><agent><name>A</name><phone>1</phone></agent><agent><name>B</name></agent></agents>'
  for (const content of [
    document(HOMES),
    gzipSync(document(HOMES)),
    document(HOMES).replace('<list>', `${agents}<list>`),
  ]) {
    trial.remove()
    trial = new DraftTrial()
    const { draft, homes } = await trial.imported(trial.files.write('feed.xml', content))
    assert.match(draft.text, /^format: \{ type: xml, rows: "feed\.list\.home" \}$/m)
    const [home] = homes.filter(({ facts }) => facts.bedroomsTotal === 4)
    assert.deepEqual(
      homes.map(({ listing }) => listing?.photos?.length ?? 0).toSorted((a, b) => a - b),
      [0, 0, 1, 1, 2, 2],
      draft.text,
    )
    assert.deepEqual(
      [homes.length, home?.address.streetAddress, home?.address.city, home?.address.zipcode, home?.listing?.listPrice],
      [6, '7 Elm & Oak St', 'Portland', '97203', 402_000],
      draft.text,
    )
  }
})

test('an element with the attribute name alone is a column of that name', async () => {
  const homes = Array.from(
    { length: 6 },
    (_, i) =>
      `<home id="R-${i}x" made="today"><address><part name="addr1">${i + 5} Elm St</part><part name="city">Portland</part><part name="region">OR</part><part name="postal_code">97201</part></address><price>${400 + i}000</price></home>`,
  )
  const { homes: imported } = await trial.imported(trial.files.write('feed.xml', document(homes)))
  assert.deepEqual(imported.map(({ address }) => `${address.streetAddress}, ${address.city}`).slice(0, 2), [
    '5 Elm St, Portland',
    '6 Elm St, Portland',
  ])
})

test('XML that is damaged, too deep, too large or expands itself is refused', async () => {
  const bomb = `<!DOCTYPE feed [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>`
  const deep = `<home ref="1" agent="x">${'<a>'.repeat(200)}${'</a>'.repeat(200)}</home>`
  const large = `<home ref="1" agent="x"><a>${'x'.repeat(9 * 1024 * 1024)}</a></home>`
  const wide = `<home ref="1" agent="x">${'<a/>'.repeat(60_000)}</home>`
  const cases: readonly (readonly [string, RegExp])[] = [
    [document(HOMES).slice(0, -60), /cannot be read as XML/],
    [document(['<home ref="1" agent="&b;"/>', ...HOMES], bomb), /cannot be read as XML/],
    [document([...HOMES, deep]), /nested more than 100 deep/],
    [document([...HOMES, large]), /is too large/],
    [document([...HOMES, wide]), /is too large/],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', /without a repeated element/],
  ]
  for (const [i, [content, sentence]] of cases.entries()) {
    const file = trial.files.write(`${i}.xml`, content)
    await assert.rejects(trial.inspect(file), (error: Error) => sentence.test(error.message), `case ${i}`)
  }
})

test('an answer of a RETS server has lines of cells, and an answer about one home repeats nothing', async () => {
  const columns = ['MLSNumber', 'FullAddress', 'City', 'StateOrProvince', 'PostalCode', 'Bedrooms', 'ListPrice']
  const lines = [
    ['N12', '7 Elm St', 'Portland', 'OR', '97201', '3', '400000'],
    ['N13', '9 Elm St', 'Portland', 'OR', '97201', '', '510000'],
  ]
  const line = (name: string, cells: readonly string[]) => `<${name}>\t${cells.join('\t')}\t</${name}>\n`
  const rets = `<RETS ReplyCode="0" ReplyText="Success">\n<COUNT Records="2"/>\n<DELIMITER value="09"/>\n${line('COLUMNS', columns)}${lines.map((cells) => line('DATA', cells)).join('')}<MAXROWS/></RETS>\n`
  const one = `<api:found xmlns:api="urn:x"><request><address>7 Elm</address></request><response><results><result><zpid>77</zpid><place><street>7 Elm St</street><city>Portland</city><state>OR</state><zipcode>97201</zipcode></place><region><id>5</id></region><bedrooms>3</bedrooms><price>400000</price><yearBuilt>1950</yearBuilt></result></results></response></api:found>\n`
  for (const [content, prices] of [
    [rets, [400_000, 510_000]],
    [one, [400_000]],
  ] as const) {
    trial.remove()
    trial = new DraftTrial()
    const { draft, homes } = await trial.imported(trial.files.write('found.xml', content))
    assert.match(draft.text, /^key: (MLSNumber|zpid)$/m)
    assert.deepEqual(
      homes.map(({ listing }) => listing?.listPrice ?? 0).toSorted((a, b) => a - b),
      prices,
      draft.text,
    )
    assert.equal(homes.find(({ address }) => address.streetAddress === '7 Elm St')?.facts.bedroomsTotal, 3)
  }
})
