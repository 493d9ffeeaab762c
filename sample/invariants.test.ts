import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Noun } from '../src/catalog/ports/nouns.ts'
import { DAY_MS, dayOf, startOfDay } from '../src/kit/base/clock.ts'
import { type Home, RECORDED_EVENTS } from '../src/model/home.ts'
import type { Person } from '../src/model/person.ts'
import { companiesIn } from '../src/model/recorded-events.ts'
import { loadGazetteer } from '../src/places/regions/gazetteer.ts'
import { collectRegions } from '../src/places/regions/regions.ts'
import { type Gathered, gatherer, gatherSample, TRIAL_NOW_MS } from '../test/sample/trial.ts'
import { kilometers } from './atlas.ts'
import { makeSample } from './sample.ts'

const SEED = 7
const { records } = await gatherSample(3000, SEED)
const gazetteer = loadGazetteer()
const today = dayOf(TRIAL_NOW_MS)
const lastMonth = dayOf(startOfDay(`${today.slice(0, 7)}-01`) - DAY_MS).slice(0, 7)

/** Checks every record. Errors contain the failing record. */
function every<T>(list: readonly T[], id: (record: T) => string | number, check: (record: T) => void): void {
  assert.ok(list.length > 0)
  for (const record of list) {
    try {
      check(record)
    } catch (error) {
      throw new Error(`${id(record)}: ${JSON.stringify(record)}`, { cause: error })
    }
  }
}
const everyHome = (check: (home: Home) => void) => every(records.home, (home) => home.zpid, check)

/** Compares record by record, because a printed difference of whole catalogs would take gigabytes. */
function sameRecords(one: readonly object[], other: readonly object[]): void {
  assert.equal(one.length, other.length)
  one.forEach((record, at) => {
    assert.deepEqual(record, other[at])
  })
}

test('a home is the same for any number of homes, and different with another seed', async () => {
  const fewer = await gatherSample(500, SEED)
  sameRecords(fewer.records.home, records.home.slice(0, 500))
  const other = await gatherSample(1, SEED + 1)
  assert.notDeepEqual(other.records.home[0], records.home[0])
})

test('the same seed makes the same catalog, including times, at any time of a day', async () => {
  const again = await gatherSample(3000, SEED, startOfDay(today) + 1)
  for (const noun of Object.keys(records) as Noun[]) sameRecords(again.records[noun], records[noun])
})

test('every estimated home has a chart of ten years, which ends with the last complete month', () => {
  everyHome(({ estimate }) => {
    if (estimate === undefined) return
    const months = estimate.history?.map(([month]) => month) ?? []
    assert.ok(months.length >= 20 && (months[0] ?? '') < lastMonth)
    assert.equal(months.at(-1), lastMonth)
    assert.equal(estimate.rentHistory?.length ?? months.length, months.length)
  })
})

test('history runs forward in time, and no event is in the future or before the home was built', () => {
  everyHome(({ history, facts }) => {
    history.forEach(({ date, price }, at) => {
      assert.ok(date <= today)
      assert.ok((price ?? 0) > 0)
      const before = history[at - 1]
      if (before) assert.ok(before.date < date, `${before.date} ${date}`)
      if (facts.yearBuilt !== undefined) assert.ok(Number(date.slice(0, 4)) >= facts.yearBuilt)
    })
  })
})

test('a sale is listed first, then pending, then sold, near its asking price', () => {
  everyHome(({ history }) => {
    const sales = history.filter(({ rental }) => !rental)
    sales.forEach(({ event, price = 0 }, at) => {
      const before = sales[at - 1]
      if (event === 'Pending sale') {
        assert.ok(before?.event === 'Listed for sale' || before?.event === 'Price change')
        assert.equal(before.price, price)
      }
      if (event === 'Price change') {
        assert.ok(before?.event === 'Listed for sale' || before?.event === 'Price change')
        assert.notEqual(price, before.price)
      }
      if (event === 'Sold' && before?.event === 'Pending sale') {
        assert.ok(Math.abs(price / (before.price ?? 0) - 1) < 0.27)
      }
    })
  })
})

test('every home that was sold had been listed for sale since the sale before', () => {
  everyHome(({ history }) => {
    let listed = false
    for (const { event, rental } of history) {
      if (rental) continue
      if (event === 'Sold') assert.ok(listed)
      listed = event !== 'Sold' && (listed || event === 'Listed for sale')
    }
  })
})

test('a pending home found its buyer on a day after that of its listing', () => {
  const underContract = records.home.filter(
    ({ listing }) => listing?.status === 'Pending' || listing?.status === 'ActiveUnderContract',
  )
  every(
    underContract,
    ({ zpid }) => zpid,
    ({ history, listing }) => {
      const last = history.at(-1)
      assert.equal(last?.event, 'Pending sale')
      assert.equal(last.date, listing?.pendingDate)
      assert.ok(last.date > dayOf(listing?.onMarketMs ?? 0) && last.date <= dayOf(listing?.modifiedMs ?? 0))
    },
  )
})

test('a listing agrees with the history that led to it', () => {
  everyHome(({ listing, history }) => {
    if (!listing) return
    const last = history.at(-1)
    const listed = history.findLast(({ event }) => event.startsWith('Listed for'))
    assert.equal(listed?.date, dayOf(listing.onMarketMs ?? 0))
    assert.equal(listed?.rental, listing.kind === 'lease' ? true : undefined)
    assert.ok((listing.onMarketMs ?? 0) <= (listing.modifiedMs ?? 0))
    assert.ok((listing.modifiedMs ?? 0) <= TRIAL_NOW_MS)
    if (listing.status === 'Active') assert.equal(last?.price, listing.listPrice)
    if (listing.status === 'Closed') assert.equal(last?.price, listing.closePrice)
    if (listing.kind === 'sale' && listing.status === 'Closed') {
      assert.equal(last?.event, 'Sold')
      assert.equal(last?.date, listing.closeDate)
      assert.ok((listing.pendingDate ?? '') < (listing.closeDate ?? ''))
    }
    if (listing.status === 'ComingSoon') assert.ok((listing.expectedDate ?? '') > today)
    for (const { startMs, endMs } of listing.openHouses ?? []) assert.ok(startMs > TRIAL_NOW_MS && endMs > startMs)
    if (listing.description) assert.match(listing.description, /Invented home of the sample catalog\.$/)
  })
})

test('facts agree with each other', () => {
  everyHome(({ facts, homeType }) => {
    if (homeType === 'LOT') {
      assert.equal(facts.bedroomsTotal, undefined)
      assert.ok((facts.lotSizeSquareFeet ?? 0) > 1000)
      return
    }
    const { bathroomsFull = 0, bathroomsThreeQuarter = 0, bathroomsHalf = 0, bathroomsOneQuarter = 0 } = facts
    const parts = bathroomsFull + bathroomsThreeQuarter * 0.75 + bathroomsHalf * 0.5 + bathroomsOneQuarter * 0.25
    assert.equal(facts.bathrooms, parts)
    assert.ok((facts.parkingTotal ?? 0) >= (facts.garageSpaces ?? 0) + (facts.carportSpaces ?? 0))
    if (facts.yearRenovated !== undefined) {
      assert.ok(facts.yearRenovated > (facts.yearBuilt ?? 0) && facts.yearRenovated <= 2026)
    }
    if (facts.belowGradeFinishedArea !== undefined) {
      assert.equal((facts.aboveGradeFinishedArea ?? 0) + facts.belowGradeFinishedArea, facts.livingArea)
    }
  })
})

test('a house has a style that suits its height and period', () => {
  const { home } = records
  const styled = home.filter(({ facts }) => facts.architecturalStyle !== undefined && facts.yearBuilt !== undefined)
  every(
    styled,
    ({ zpid }) => zpid,
    ({ facts: { architecturalStyle: style, storiesTotal = 0, yearBuilt = 0 } }) => {
      if (style === 'Ranch' || style === 'Bungalow' || style === 'Cape Cod') assert.equal(storiesTotal, 1)
      if (style === 'Colonial' || style === 'Tudor') assert.ok(storiesTotal > 1)
      if (style === 'Ranch' || style === 'Mid-Century') assert.ok(yearBuilt >= 1945)
      if (style === 'Contemporary') assert.ok(yearBuilt >= 1975)
      if (style === 'Bungalow') assert.ok(yearBuilt < 1945)
    },
  )
  assert.equal(new Set(styled.map(({ facts }) => facts.architecturalStyle)).size, 8)
})

test('a well comes with a septic tank, and neither occurs in a building', () => {
  everyHome(({ facts: { sewer, waterSource }, lotId }) => {
    if (waterSource?.includes('Well')) assert.deepEqual(sewer, ['Septic Tank'])
    if (lotId !== undefined) assert.ok(!sewer?.includes('Septic Tank'))
  })
  for (const water of ['Well', 'Public']) {
    assert.ok(
      records.home.some(({ facts }) => facts.waterSource?.includes(water) && facts.sewer?.includes('Septic Tank')),
    )
  }
})

test('listed rooms match the facts in number and fit into the home', () => {
  const measured = records.home.filter(({ facts }) => facts.rooms !== undefined)
  every(
    measured,
    ({ zpid }) => zpid,
    ({ facts: { rooms = [], bedroomsTotal, bathroomsFull, livingArea = Number.POSITIVE_INFINITY, storiesTotal } }) => {
      const areas = rooms.map(({ roomDimensions = '' }) => {
        const [length = 0, width = 0] = roomDimensions.split(' x ').map(Number)
        return length * width
      })
      assert.ok(areas.every((area) => area >= 36) && areas.reduce((sum, area) => sum + area, 0) < livingArea)
      assert.equal(rooms.filter(({ roomType }) => roomType.endsWith('Bedroom')).length, bedroomsTotal)
      assert.equal(rooms.filter(({ roomType }) => roomType === 'Bathroom').length, bathroomsFull)
      if (storiesTotal === 1) assert.ok(rooms.every(({ roomLevel }) => roomLevel !== 'Second'))
    },
  )
})

test('prices, estimates, rents and dues are plausible', () => {
  everyHome(({ facts, homeType, listing, estimate }) => {
    if (homeType === 'LOT' || facts.livingArea === undefined) return
    const value = estimate?.value
    if (value !== undefined) {
      const perSquareFoot = value / facts.livingArea
      assert.ok(perSquareFoot > 25 && perSquareFoot < 3000, `${perSquareFoot} a square foot`)
      if (estimate?.rent !== undefined) {
        const yearly = (estimate.rent * 12) / value
        assert.ok(yearly > 0.02 && yearly < 0.2, `rents at ${yearly} of its value`)
      }
      if (listing?.kind === 'sale' && listing.status === 'Active') {
        assert.ok(Math.abs((listing.listPrice ?? 0) / value - 1) < 0.25)
      }
    }
    assert.ok((facts.associationFee ?? 0) < 6000)
  })
})

test('a tenth of the homes have recorded events: a deed for each sale, in order, and none in the future', () => {
  const withEvents = records.home.filter(({ recorded }) => recorded !== undefined)
  assert.ok(withEvents.length > records.home.length * 0.06 && withEvents.length < records.home.length * 0.11)
  for (const { history, recorded = [] } of withEvents) {
    const sales = history
      .filter(({ event, rental }) => event === 'Sold' && !rental)
      .map(({ date, price }) => [date, price])
    const deeds = recorded.filter(({ type }) => type === 'Deed').map(({ day, amount }) => [day, amount])
    assert.deepEqual(deeds, sales)
    const names = recorded.flatMap(({ parties = [] }) => parties)
    assert.deepEqual(companiesIn(names), [...new Set(names)])
    recorded.forEach(({ day }, at) => {
      assert.ok(day <= today && day >= (recorded[at - 1]?.day ?? ''))
    })
  }
  const types = new Set(withEvents.flatMap(({ recorded = [] }) => recorded.map(({ type }) => type)))
  assert.deepEqual([...types].sort(), RECORDED_EVENTS.filter((type) => type !== 'Assessment').toSorted())
})

test('taxes follow assessments year by year, and assessments follow the value', () => {
  everyHome(({ taxes, facts, estimate }) => {
    const rates = taxes.map(({ assessedValue = 0, taxPaid = 0 }) => taxPaid / assessedValue)
    for (const rate of rates) assert.ok(Math.abs(rate - (rates[0] ?? 0)) < 0.0006)
    taxes.forEach(({ year = 0 }, at) => {
      assert.ok(year <= 2025 && year >= (facts.yearBuilt ?? 0))
      if (at > 0) assert.equal(year, (taxes[at - 1]?.year ?? 0) + 1)
    })
    const last = taxes.at(-1)?.assessedValue
    if (last !== undefined && estimate?.value !== undefined) {
      assert.ok(last / estimate.value > 0.4 && last / estimate.value < 1.3, `${last / estimate.value}`)
    }
  })
})

test('every home is in the ZIP, city and county of the gazetteer, near its center', () => {
  everyHome(({ address, point }) => {
    const place = gazetteer.zip(address.zipcode)
    assert.ok(place && point)
    assert.equal(address.city, place.city)
    assert.equal(address.state, place.state)
    assert.equal(address.countyFips, place.countyFips)
    assert.equal(address.county, place.county)
    assert.ok(kilometers(point, place.point) < 3.5)
  })
})

function unique(values: readonly (string | undefined)[]): void {
  const given = values.filter((value) => value !== undefined)
  assert.equal(new Set(given).size, given.length)
}

test('no two homes share an address, a listing number or a parcel, and neighbors are close together', () => {
  unique(records.home.map(({ address }) => `${address.streetAddress}, ${address.zipcode}`))
  unique(records.home.map(({ listing }) => listing?.mlsId))
  unique(records.home.map(({ parcelNumber }) => parcelNumber))
  const streets = Map.groupBy(records.home, ({ address }) => {
    return `${address.zipcode} ${address.streetAddress.replace(/^\d+ /, '').replace(/ (APT|UNIT) .*$/, '')}`
  })
  for (const homes of streets.values()) {
    const [first] = homes
    for (const { point } of homes) if (first?.point && point) assert.ok(kilometers(first.point, point) < 1.2)
  }
})

test('every unit of a building is one of its homes, at its address and with the listed plan', () => {
  const homes = new Map(records.home.map((home) => [home.zpid, home]))
  let units = 0
  for (const building of records.building) {
    for (const plan of building.floorPlans) {
      for (const zpid of plan.units) {
        const home = homes.get(zpid)
        units++
        assert.equal(home?.lotId, building.lotId)
        assert.ok(home?.address.streetAddress.startsWith(`${building.address.streetAddress} `))
        assert.equal(home.facts.bedroomsTotal, plan.bedrooms)
        assert.equal(home.facts.bathrooms, plan.bathrooms)
      }
    }
  }
  assert.equal(units, records.home.filter(({ lotId }) => lotId !== undefined).length)
})

test('every record that a home or an agent refers to is in the catalog', () => {
  const agents = new Set(records.agent.map(({ agentId }) => agentId))
  const offices = new Set(records.office.map(({ officeId }) => officeId))
  const schools = new Set(records.school.map(({ name, city }) => `${name}/${city}`))
  everyHome(({ listing, facts, address }) => {
    for (const id of [listing?.listAgentId, listing?.coListAgentId, listing?.buyerAgentId]) {
      if (id !== undefined) assert.ok(agents.has(id), id)
    }
    for (const name of [facts.elementarySchool, facts.middleOrJuniorSchool, facts.highSchool]) {
      if (name !== undefined) assert.ok(schools.has(`${name}/${address.city}`), name)
    }
  })
  every(
    records.agent,
    (agent) => agent.agentId,
    ({ officeId }) => assert.ok(officeId && offices.has(officeId)),
  )
  assert.equal(new Set(records.agent.map(({ username }) => username)).size, records.agent.length)
})

test('relatives and associates know each other, and everyone is plainly invented', () => {
  const people = new Map(records.person.map((person) => [person.personId, person]))
  every(
    records.person,
    (person) => person.personId,
    (person: Person) => {
      for (const id of person.relatives) assert.ok(people.get(id)?.relatives.includes(person.personId))
      for (const id of person.associates) assert.ok(people.get(id)?.associates.includes(person.personId))
      for (const { number } of person.phones) assert.match(number, /555-01\d\d$/)
      for (const email of person.emails) assert.match(email, /@example\.com$/)
      const [current, ...earlier] = person.addresses
      assert.ok(current && current.to === undefined)
      for (const line of earlier)
        assert.ok((line.from ?? '') < (line.to ?? '') && (line.to ?? '') <= (current.from ?? ''))
    },
  )
  assert.ok(records.person.some(({ associates }) => associates.length > 0))
})

test('some address has had more people than fit on one page of ten', () => {
  const lines = records.person.flatMap(({ addresses }) =>
    addresses.map((line) => `${line.streetAddress}/${line.zipcode}`),
  )
  const crowds = Map.groupBy(lines, (line) => line)
  assert.ok([...crowds.values()].some((crowd) => crowd.length > 10))
})

test('series run for ten years up to the last complete month, for regions with homes', () => {
  const regions = new Set(collectRegions(records.home).map(({ key }) => key))
  const published = new Set(records.series.map(({ region }) => region))
  for (const key of regions) {
    if (!/^(county|neighborhood)\//.test(key)) assert.ok(published.has(key), `${key} has no series`)
  }
  every(
    records.series,
    (series) => series.seriesId,
    ({ points }) => {
      assert.equal(points.length, 120)
      assert.equal(points.at(-1)?.[0], '2026-05-31')
      for (const [end, value] of points) assert.ok(!Number.isNaN(startOfDay(end)) && value > 0)
    },
  )
  assert.equal(new Set(records.series.map(({ seriesId }) => seriesId)).size, records.series.length)
})

test('rates are published weekly on Thursdays for every product', () => {
  const products = Map.groupBy(records.rate, ({ product }) => product)
  for (const name of ['30_Year_Fixed_Conforming', '30_Year_Jumbo_(Non_Conforming)', '10_6_ARM_Conforming']) {
    const dates = products.get(name)?.map(({ date }) => startOfDay(date)) ?? []
    assert.equal(dates.length, 522)
    assert.ok(dates.every((dateMs, at) => at === 0 || dateMs - (dates[at - 1] ?? 0) === 7 * DAY_MS))
    const last = dates.at(-1) ?? 0
    assert.ok(new Date(last).getUTCDay() === 4 && TRIAL_NOW_MS - last < 7 * DAY_MS)
  }
})

test('two sources score every peril of every county, and some disagree by over a third of the scale', () => {
  const counties = new Set(records.home.map(({ address }) => address.countyFips))
  const pairs = Map.groupBy(records.climate, ({ peril, areaId }) => `${peril}/${areaId}`)
  for (const fips of counties) assert.equal(pairs.get(`flood/${fips}`)?.length, 2)
  const apart = [...pairs.values()].filter(([one, other]) => {
    assert.ok(one && other && one.name !== other.name)
    const share = (s: typeof one) => (s.score - s.scaleMin) / (s.scaleMax - s.scaleMin)
    return Math.abs(share(one) - share(other)) > 1 / 3
  })
  assert.ok(apart.length > 0 && apart.length < pairs.size / 2)
})

test('offers and experiences keep their dates in order', () => {
  every(
    records.offer,
    (offer) => offer.offerId,
    (offer) => {
      assert.ok(offer.createdMs <= offer.modifiedMs && offer.modifiedMs <= TRIAL_NOW_MS)
      assert.equal(offer.priceHistory?.at(-1)?.price, offer.price)
      const dates = offer.priceHistory?.map(({ date }) => date) ?? []
      assert.deepEqual(dates, dates.toSorted())
    },
  )
  every(
    records.experience,
    (experience) => experience.experienceId,
    ({ slots, maxGuests }) => {
      const times = slots.map(({ date, startTime }) => `${date} ${startTime}`)
      assert.deepEqual(times, times.toSorted())
      for (const { date, seatsLeft } of slots) assert.ok(date > today && seatsLeft <= (maxGuests ?? 0))
    },
  )
})

test('a sample made on New Year’s Day, or within the first second of a day, is also consistent', async () => {
  for (const nowMs of [Date.UTC(2027, 0, 1, 0, 0, 1), Date.UTC(2028, 1, 29, 23, 59)]) {
    const { records: made } = await gatherSample(600, 3, nowMs)
    for (const { history, listing, facts } of made.home) {
      for (const { date } of history) assert.ok(date <= dayOf(nowMs))
      if (history[0] && facts.yearBuilt) assert.ok(Number(history[0].date.slice(0, 4)) >= facts.yearBuilt)
      if (listing)
        assert.ok((listing.modifiedMs ?? 0) <= nowMs && (listing.onMarketMs ?? 0) <= (listing.modifiedMs ?? 0))
    }
  }
})

test('an interrupted sample is rolled back and throws the reason', async () => {
  const written: Gathered = { ...records, home: [] }
  const writer = gatherer(written)
  const interruption = new AbortController()
  const onProgress = (made: number) => {
    if (made > 1000) interruption.abort(new Error('enough'))
  }
  const options = { homes: 50_000, seed: 1, nowMs: TRIAL_NOW_MS, onProgress, signal: interruption.signal }
  await assert.rejects(makeSample(writer, options), /enough/)
  assert.equal(writer.ending, 'rolled back')
  assert.ok(written.home.length < 10_000)
})
