import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type JsonRow, textOf } from './asked.ts'
import { type CoreDoor, coreDoors, query, type ResoSample } from './core-doors.ts'
import { brokenRules, type DeclaredField, NAMESPACE, readMetadata } from './metadata-document.ts'

suite('the scenarios of Web API Core about existing data and its extent', () => {
  const doors = coreDoors()

  /** Runs a check for each resource of both services. */
  async function each(ask: (core: CoreDoor, sample: ResoSample, told: string) => Promise<void>): Promise<void> {
    for (const core of doors())
      for (const sample of core.samples) await ask(core, sample, `${sample.name} of ${core.name}`)
  }

  test('metadata-validation: the metadata are well-formed XML that follows the rules of its structure', async () => {
    for (const { door, name } of doors()) {
      const { status, headers, text } = await door.ask('/$metadata?$format=application/xml', {
        accept: 'application/xml',
      })
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), /^application\/xml/)
      assert.match(text, /<edmx:Edmx.*<edmx:DataServices.*<Schema /s)
      assert.deepEqual(brokenRules(readMetadata(text)), [], name)
    }
  })

  test('metadata-validation: metadata as JSON say the same as those as XML', async () => {
    for (const { door } of doors()) {
      const { types, sets } = readMetadata((await door.ask('/$metadata')).text)
      const json = await door.ask<Record<string, Record<string, JsonRow>>>('/$metadata?$format=json')
      const { Container = {}, ...told } = json.body[NAMESPACE] ?? {}
      assert.deepEqual(
        Object.keys(told),
        types.map(({ name }) => name),
      )
      for (const { name, keys, fields, links } of types) {
        const members = Object.entries(told[name] ?? {}).filter(([member]) => !/^[$@]/.test(member))
        const of = (isLink: boolean) =>
          members.filter(([, member]) => ((member as JsonRow).$Kind === 'NavigationProperty') === isLink)
        assert.deepEqual(told[name]?.$Key, keys)
        assert.deepEqual(
          of(false).map(([member, given]) => jsonField(member, given as JsonRow)),
          fields,
        )
        assert.deepEqual(
          of(true).map(([member, given]) => ({ name: member, type: jsonType(given as JsonRow) })),
          links,
        )
      }
      assert.deepEqual(
        Object.keys(Container).filter((member) => !member.startsWith('$')),
        sets.map(({ name }) => name),
      )
      for (const { name, bindings, restricted } of sets) {
        const bound = Object.entries(((Container[name] as JsonRow).$NavigationPropertyBinding ?? {}) as JsonRow)
        assert.deepEqual(
          bound.map(([path, target]) => ({ path, target })),
          bindings,
        )
        const restrictions = Object.entries((Container[name] ?? {}) as JsonRow)
          .filter(([member]) => member.startsWith('@'))
          .map(([member, lists]) => [member.slice(1), lists])
        assert.deepEqual(Object.fromEntries(restrictions), restricted)
      }
    }
  })

  test('metadata-validation: rows have the declared fields, each of its type, and no others', async () => {
    for (const { door, samples, name } of doors()) {
      const { types } = readMetadata((await door.ask('/$metadata')).text)
      for (const { name: resource, rows } of samples) {
        const fields = types.find((type) => type.name === resource)?.fields ?? []
        for (const row of rows) {
          assert.deepEqual(
            Object.keys(row),
            fields.map((field) => field.name),
          )
          for (const field of fields)
            assert.ok(fits(row[field.name], field), `${name}: ${field.name} is ${JSON.stringify(row[field.name])}`)
        }
      }
    }
  })

  test('metadata-validation: a declared field has a value in some row, except withheld values and missing people', async () => {
    for (const { door, name, samples } of doors()) {
      const { types } = readMetadata((await door.ask('/$metadata')).text)
      for (const { name: resource, rows } of samples) {
        const fields = types.find((type) => type.name === resource)?.fields ?? []
        const empty = fields
          .filter((field) => !MAY_BE_EMPTY.test(field.name))
          .filter((field) => rows.every((row) => [row[field.name] ?? []].flat().length === 0))
        assert.deepEqual(
          empty.map((field) => field.name),
          [],
          `${resource} of ${name}`,
        )
      }
    }
  })

  test('service-document: it names every entity set, and its context is that of the metadata', async () => {
    for (const { door, samples } of doors())
      for (const address of ['', '/']) {
        const { status, headers, body } = await door.ask<JsonRow>(address)
        assert.equal(status, 200)
        assert.match(String(headers['odata-version']), /^4\.0/)
        assert.match(String(body['@odata.context']), /^http:\/\/.*\/odata\/\$metadata$/)
        assert.equal(body['@odata.nextLink'], undefined)
        const names = (body.value as readonly JsonRow[]).map((set) => set.name)
        assert.deepEqual(
          names,
          samples.map(({ name }) => name),
        )
      }
  })

  test('service-document: each listed resource has rows', () =>
    each(async (_core, { rows }, told) => assert.ok(rows.length > 0, told)))

  test('fetch-by-key: a row is found by its key', () =>
    each(async ({ door }, { name, key, rows }, told) => {
      for (const row of rows.slice(0, 20)) {
        const written = encodeURIComponent(`'${String(row[key]).replaceAll("'", "''")}'`)
        const { status, headers, body } = await door.ask<JsonRow>(`/${name}(${written})`)
        assert.equal(status, 200, `${told} ${written}`)
        assert.match(String(headers['odata-version']), /^4\.0/)
        const { '@odata.context': context, ...members } = body
        assert.match(String(context), new RegExp(`#${name}/\\$entity$`))
        assert.deepEqual(members, row)
      }
    }))

  test('select: rows have the selected fields, and no others', () =>
    each(async ({ door }, { name, key, fields }) => {
      const moment = fields.filter((field) => field.name === 'ModificationTimestamp')
      const chosen = [key, ...moment.map((field) => field.name)]
      const rows = await door.rows(`/${name}?$top=5&$select=${chosen.join(',')}`)
      assert.ok(rows.length > 0)
      for (const row of rows) assert.deepEqual(Object.keys(row), chosen)
    }))

  test('top: there are no more rows than requested, and no link to others', () =>
    each(async ({ door }, { name, key, rows }) => {
      for (const top of [0, 1, 2, 5]) {
        const page = await door.page(`/${name}?$top=${top}&$select=${key}`)
        assert.equal(page.value.length, Math.min(top, rows.length))
        assert.equal(page['@odata.nextLink'], undefined)
      }
    }))

  test('skip: the rows left out are those that otherwise come first', () =>
    each(async ({ door }, { name, key, rows }) => {
      const first = await door.rows(`/${name}?$top=5&$select=${key}`)
      const then = await door.rows(`/${name}?$top=5&$select=${key}&$skip=5`)
      const keys = [...first, ...then].map((row) => row[key])
      assert.deepEqual(
        keys,
        rows.slice(0, 10).map((row) => row[key]),
      )
    }))

  test('count: the number of all matching rows, regardless of the page', () =>
    each(async ({ door }, { name, key, rows }) => {
      const { status, headers, text } = await door.ask(`/${name}/$count`, { accept: 'text/plain' })
      assert.deepEqual([status, String(headers['content-type']).split(';')[0]], [200, 'text/plain'])
      if (rows.length < 1000) assert.equal(Number(text), rows.length, name)
      for (const top of [0, 5]) {
        const page = await door.page(`/${name}?$top=${top}&$count=true&$select=${key}`)
        assert.equal(page['@odata.count'], Number(text))
      }
      const written = String(rows[0]?.[key]).replaceAll("'", "''")
      const literal = name === 'EntityEvent' ? written : `'${written}'`
      const filtered = await door.ask(`/${name}/$count?${query({ $filter: `${key} eq ${literal}` })}`)
      assert.equal(filtered.text, '1')
    }))

  test('server-driven-paging: pages follow each other to the end, without repeating a row', () =>
    each(async ({ door }, { name, key, rows }, told) => {
      assert.equal((await door.page(`/${name}?$top=1&$select=${key}`))['@odata.nextLink'], undefined)
      const filter = name === 'EntityEvent' ? {} : { $filter: 'ModificationTimestamp gt 2000-01-01T00:00:00Z' }
      const most = Math.min(rows.length, 60)
      const prefer = { prefer: 'odata.maxpagesize=5' }
      const keys: unknown[] = []
      let address = `/${name}?${query({ $top: most, $select: key, ...filter })}`
      for (;;) {
        const { body, headers, status } = await door.ask(address, prefer)
        assert.equal(status, 200)
        assert.match(String(headers['preference-applied']), /maxpagesize=5/)
        assert.ok(body.value.length > 0, 'no page is empty')
        keys.push(...body.value.map((row) => row[key]))
        const link = body['@odata.nextLink']
        if (link === undefined) break
        assert.match(link, /^http:\/\/localhost:\d+\/odata\//)
        assert.equal(new URL(link).href, link, 'a link is percent-encoded')
        address = link
      }
      assert.deepEqual(
        keys,
        rows.slice(0, most).map((row) => row[key]),
        told,
      )
    }))

  test('server-driven-paging: more rows than a page holds come in several pages, up to $top', async () => {
    const [core] = doors()
    const prefer = { prefer: 'odata.maxpagesize=100' }
    const first = await core?.door.page('/Property?$top=1000000&$select=ListingKey', prefer)
    assert.equal(first?.value.length, 100)
    assert.ok(first['@odata.nextLink'])
  })

  test('expand: linked rows are included, equal to those at their own address', () =>
    each(async ({ door }, { name, key }) => {
      const { types } = readMetadata((await door.ask('/$metadata')).text)
      for (const { name: link, type } of types.find((one) => one.name === name)?.links ?? []) {
        const isList = type.startsWith('Collection(')
        const target = types.find((one) => type.includes(`.${one.name}`))
        for (const row of await door.rows(`/${name}?$expand=${link}&$top=5`)) {
          const written = encodeURIComponent(`'${String(row[key]).replaceAll("'", "''")}'`)
          const own = await door.ask<JsonRow>(`/${name}(${written})/${link}`)
          const inside = row[link]
          if (isList) {
            assert.ok(Array.isArray(inside))
            assert.deepEqual([own.status, own.body.value], [200, inside])
            for (const item of inside as readonly JsonRow[]) {
              assert.deepEqual(
                Object.keys(item),
                target?.fields.map((field) => field.name),
              )
              if ('ResourceRecordKey' in item) assert.equal(item.ResourceRecordKey, row[key])
            }
          } else if (inside === null) assert.ok([204, 404].includes(own.status))
          else {
            const { '@odata.context': _context, ...members } = own.body
            assert.deepEqual(members, inside)
          }
        }
      }
    }))

  test('FilterRestrictions and SortRestrictions: a field is refused exactly if it is declared so', async () => {
    for (const { door, name } of doors()) {
      const { types, sets } = readMetadata((await door.ask('/$metadata')).text)
      for (const { name: resource, fields } of types) {
        const { restricted = {} } = sets.find((set) => set.name === resource) ?? {}
        const [filter, sort] = ['Filter', 'Sort'].map(
          (kind) => restricted[`Org.OData.Capabilities.V1.${kind}Restrictions`],
        )
        for (const field of fields) {
          const list = field.type.startsWith('Collection(')
          const $filter = list ? `${field.name}/any()` : `${field.name} eq null`
          const filtered = await door.ask<JsonRow>(`/${resource}?${query({ $filter, $top: 1 })}`)
          const isRefused = filter?.NonFilterableProperties?.includes(field.name) === true
          assert.equal(filtered.status, isRefused ? 400 : 200, `${name}: ${resource}/${field.name} ${filtered.text}`)
          const sorted = await door.ask<JsonRow>(`/${resource}?${query({ $orderby: field.name, $top: 1 })}`)
          const isUnsorted = sort?.NonSortableProperties?.includes(field.name) === true
          assert.equal(sorted.status, isUnsorted ? 400 : 200, `${name}: ${resource}/${field.name} ${sorted.text}`)
          const named = [filtered, sorted].filter(({ status }) => status === 400)
          for (const { text } of named) assert.match(text, /Allowed: \w+/)
        }
      }
    }
  })

  test('lookup-resource-validation: Lookup has every word of every list, under the name in the metadata', async () => {
    let lists = 0
    for (const { door, samples } of doors())
      for (const { fields, rows } of samples)
        for (const { name, lookup } of fields) {
          const texts = rows.flatMap((row) => row[name] ?? []).map((word) => textOf(word).trim())
          const used = new Set(texts.filter((text) => text !== ''))
          if (lookup === undefined || used.size === 0) continue
          const $filter = `LookupName eq '${lookup}'`
          const listed = await door.rows(`/Lookup?${query({ $filter })}`, { prefer: 'odata.maxpagesize=1000' })
          for (const row of listed) assert.equal(row.LookupName, lookup)
          const words = listed.map(({ LookupValue }) => LookupValue)
          for (const word of used) assert.ok(words.includes(word), `${lookup} lacks ${word}`)
          assert.equal(new Set(words).size, words.length)
          lists++
        }
    assert.ok(lists > 5, 'too few fields have words')
  })

  test('response-code-400: an unknown field is a 400', () =>
    each(async ({ door }, { name }) => {
      const { status, body } = await door.ask<JsonRow>(`/${name}?$filter=INVALIDFIELD%20eq%20'bad'`)
      assert.equal(status, 400)
      const { code, message } = body.error as JsonRow
      assert.deepEqual([typeof code, typeof message], ['string', 'string'])
    }))

  test('response-code-404: an unknown resource is a 404', async () => {
    for (const { door } of doors()) {
      const { status, body } = await door.ask<JsonRow>('/ResourceNotFound')
      assert.equal(status, 404)
      assert.equal(typeof (body.error as JsonRow).code, 'string')
    }
  })
})

/**
 * Fields that may have no value in any row. A catalog may lack the agents and offices that homes name, or hide all
 * homes of a census tract. A history may not say what changed, and pictures may have no descriptions. All ZIP codes may
 * come from sources, so that no ZipOrigin is set.
 */
const MAY_BE_EMPTY =
  /^(Co)?(List|Buyer)(Agent|Office)|^(CensusTract|OriginalListPrice|PriceChangeTimestamp|OffMarketDate|ShortDescription|ImageWidth|ZipOrigin)$/

function jsonType({ $Type = 'Edm.String', $Collection }: JsonRow): string {
  return $Collection === true ? `Collection(${textOf($Type)})` : textOf($Type)
}

function jsonField(name: string, told: JsonRow): DeclaredField {
  const lookup = told['@RESO.OData.Metadata.LookupName'] as string | undefined
  return { name, type: jsonType(told), isNullable: told.$Nullable === true, lookup }
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Whether a value has the type of its field. Times must have equal lengths, because clients compare them as strings.
 */
function fits(value: unknown, { type, isNullable }: DeclaredField): boolean {
  if (value === null) return isNullable
  switch (type) {
    case 'Collection(Edm.String)':
      return Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() === one)
    case 'Edm.String':
      return typeof value === 'string'
    case 'Edm.Boolean':
      return typeof value === 'boolean'
    case 'Edm.Int64':
      return Number.isSafeInteger(value)
    case 'Edm.Decimal':
      return Number.isFinite(value)
    case 'Edm.Date':
      return /^\d{4}-\d\d-\d\d$/.test(textOf(value))
    case 'Edm.DateTimeOffset':
      return MOMENT.test(textOf(value))
    default:
      return type === 'Edm.GeographyPoint' && (value as JsonRow).type === 'Point'
  }
}
